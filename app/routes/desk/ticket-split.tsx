import { href } from "react-router";
import { pageTitle } from "~/components/layout/page-title";
import { servicesContext } from "~/context";
import type { DeskHandle } from "~/features/staff/desk-handle";
import { SplitPage } from "~/features/tickets/components/move-messages";
import { deskTicketView } from "~/features/tickets/ticket-view";
import { ticketPageSchema } from "~/features/tickets/tickets.schema";
import { splitSchema } from "~/features/tickets/tickets-desk.schema";
import { paramsOf } from "~/lib/address";
import { parse } from "~/lib/parse";
import { notFound } from "~/lib/responses";
import { asStaff, staffForm } from "~/middleware/as-staff";
import { deskDone, deskFailure } from "~/middleware/desk-answer";
import type { Route } from "./+types/ticket-split";

export const handle = {
	desk: { view: "tickets.reply", actions: { split: "tickets.reply" } },
} as const satisfies DeskHandle;

export const meta: Route.MetaFunction = () => [{ title: pageTitle("Split a ticket") }];

/** A refused form shows the ticket as it is now. */
export const shouldRevalidate = () => true;

export async function loader({ context, params: { ticketId }, url }: Route.LoaderArgs) {
	const { after } = ticketPageSchema.parse(paramsOf(url));
	const [, found] = await asStaff(context, handle, ({ ticketsDesk }, session) =>
		ticketsDesk.find(session, ticketId, after),
	);
	const ticket = deskTicketView(found ?? notFound(), context.get(servicesContext).clock());
	return { ticket, sendKey: crypto.randomUUID() };
}

export async function action({ context, request, params: { ticketId } }: Route.ActionArgs) {
	const sent = await staffForm(context, request, handle);
	if (!sent.ok) return deskFailure(sent.error);
	const { form, fields, ...agent } = sent.value;
	const input = parse(splitSchema, { ...fields, messages: form.getAll("messages") });
	if (!input.ok) return deskFailure(input.error, form);
	const split = await context.get(servicesContext).ticketsDesk.split(agent, ticketId, input.value);
	if (!split.ok) return deskFailure(split.error, form);
	const { id, number } = split.value;
	const page = { pathname: href("/desk/tickets/:ticketId", { ticketId: id }), search: "" };
	return deskDone(context, page, `The messages are in ${number} now.`);
}

export default function TicketSplit({ loaderData, actionData }: Route.ComponentProps) {
	return <SplitPage {...loaderData} answer={actionData} />;
}
