import { href, redirect } from "react-router";
import { pageTitle } from "~/components/layout/page-title";
import { servicesContext } from "~/context";
import { TicketPage } from "~/features/tickets/components/ticket-page";
import { ticketLimits } from "~/features/tickets/ticket";
import { ticketView } from "~/features/tickets/ticket-view";
import { type TicketForm, ticketFormSchema, ticketPageSchema } from "~/features/tickets/tickets.schema";
import { paramsOf } from "~/lib/address";
import { flashHeaders } from "~/lib/flash";
import { readForm, textFields } from "~/lib/form-data";
import { parse } from "~/lib/parse";
import { failureData, failureOrNotFound, notFound } from "~/lib/responses";
import { asCustomer, customerOf, ownerOf } from "~/middleware/as-customer";
import type { Route } from "./+types/ticket";

export const meta: Route.MetaFunction = ({ loaderData }) => [
	{ title: pageTitle(loaderData?.ticket.subject ?? "Not found") },
];

export async function loader({ context, params: { ticketId }, url }: Route.LoaderArgs) {
	const { after } = ticketPageSchema.parse(paramsOf(url));
	const [customer, found] = await asCustomer(context, ({ tickets }, owner) => tickets.find(owner, ticketId, after));
	const { clock, config } = context.get(servicesContext);
	const into = found?.ticket.mergedInto ?? null;
	if (into !== null) {
		const message = `${found?.ticket.number} is part of this ticket now.`;
		const headers = flashHeaders(config.APP_ORIGIN, { message, tone: "info" });
		throw redirect(href("/dashboard/support/:ticketId", { ticketId: into }), { headers });
	}
	return { ticket: ticketView(found ?? notFound(), clock(), customer), sendKey: crypto.randomUUID() };
}

const done: Readonly<Record<TicketForm["intent"], string>> = {
	answer: "Sent your message.",
	close: "Closed the ticket.",
	reopen: "Reopened the ticket.",
	rate: "Thank you for your rating.",
};

export async function action({ context, request, params: { ticketId }, url }: Route.ActionArgs) {
	const form = await readForm(request);
	const input = parse(ticketFormSchema, Object.fromEntries(form));
	const values = () => textFields(form, ["intent", "body", "rating", "comment"], 2 * ticketLimits.message);
	if (!input.ok) return failureData(input.error, values());
	const { config, tickets } = context.get(servicesContext);
	const sender = { owner: ownerOf(context), customer: await customerOf(context) };
	const changed = await tickets.change(sender, ticketId, input.value);
	if (!changed.ok) return failureOrNotFound(changed.error, values());
	return redirect(url.pathname, { headers: flashHeaders(config.APP_ORIGIN, { message: done[input.value.intent] }) });
}

export default function TicketRoute({ loaderData, actionData }: Route.ComponentProps) {
	return <TicketPage {...loaderData} failure={actionData?.failure} sent={actionData?.values} />;
}
