import { href, redirect } from "react-router";
import { pageTitle } from "~/components/layout/page-title";
import { servicesContext } from "~/context";
import { NewTicket } from "~/features/tickets/components/new-ticket";
import { departmentChoices } from "~/features/tickets/departments";
import { ticketLimits } from "~/features/tickets/ticket";
import { newTicketSchema } from "~/features/tickets/tickets.schema";
import { flashHeaders } from "~/lib/flash";
import { readForm, textFields } from "~/lib/form-data";
import { parse } from "~/lib/parse";
import { failureData } from "~/lib/responses";
import { customerOf, ownerOf } from "~/middleware/as-customer";
import type { Route } from "./+types/new-ticket";

export const meta: Route.MetaFunction = () => [{ title: pageTitle("Write to us") }];

export async function loader({ context }: Route.LoaderArgs) {
	const { departments } = context.get(servicesContext);
	return { sendKey: crypto.randomUUID(), departments: departmentChoices(await departments.current()) };
}

export async function action({ context, request }: Route.ActionArgs) {
	const form = await readForm(request);
	const values = () => textFields(form, ["department", "subject", "body"], 2 * ticketLimits.message);
	const input = parse(newTicketSchema, Object.fromEntries(form));
	if (!input.ok) return failureData(input.error, values());
	const { config, tickets } = context.get(servicesContext);
	const customer = await customerOf(context);
	const sender = { owner: ownerOf(context), customer };
	const opened = await tickets.open(sender, input.value);
	if (!opened.ok) return failureData(opened.error, values());
	const message = customer.acting
		? `Sent. We'll answer on this page and email the answer to ${customer.email} and to you.`
		: "Sent. We'll answer by email and on this page.";
	const headers = flashHeaders(config.APP_ORIGIN, { message });
	return redirect(href("/dashboard/support/:ticketId", { ticketId: opened.value.id }), { headers });
}

export default function NewTicketPage({ loaderData, actionData }: Route.ComponentProps) {
	return <NewTicket {...loaderData} values={actionData?.values} failure={actionData?.failure} />;
}
