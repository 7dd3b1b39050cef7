import { pageTitle } from "~/components/layout/page-title";
import { servicesContext } from "~/context";
import type { DeskHandle } from "~/features/staff/desk-handle";
import { may } from "~/features/staff/permissions";
import { DeskTicketPage } from "~/features/tickets/components/desk-ticket-page";
import { deskTicketView } from "~/features/tickets/ticket-view";
import { ticketPageSchema } from "~/features/tickets/tickets.schema";
import { handleTicketForm } from "~/features/tickets/tickets-desk-form";
import { paramsOf } from "~/lib/address";
import { notFound } from "~/lib/responses";
import { asStaff, staffForm } from "~/middleware/as-staff";
import { deskDone, deskFailure } from "~/middleware/desk-answer";
import type { Route } from "./+types/ticket";

export const handle = {
	desk: {
		view: "tickets.view",
		actions: {
			answer: "tickets.reply",
			note: "tickets.reply",
			assign: "tickets.reply",
			take: "tickets.reply",
			status: "tickets.reply",
			move: "tickets.reply",
			tag: "tickets.reply",
			snooze: "tickets.reply",
			wake: "tickets.reply",
		},
	},
} as const satisfies DeskHandle;

export const meta: Route.MetaFunction = ({ loaderData }) => [
	{ title: pageTitle(loaderData ? `${loaderData.ticket.number} · Tickets` : "Ticket") },
];

export async function loader({ context, params: { ticketId }, url }: Route.LoaderArgs) {
	const { after } = ticketPageSchema.parse(paramsOf(url));
	const [{ id, roles }, found] = await asStaff(context, handle, ({ ticketsDesk }, session) =>
		ticketsDesk.find(session, ticketId, after),
	);
	return {
		ticket: deskTicketView(found ?? notFound(), context.get(servicesContext).clock()),
		me: id,
		mayReply: may(roles, "tickets.reply"),
		maySeeCustomer: may(roles, "customers.view"),
		sendKey: crypto.randomUUID(),
	};
}

export async function action({ context, request, params: { ticketId }, url }: Route.ActionArgs) {
	const sent = await staffForm(context, request, handle);
	if (!sent.ok) return deskFailure(sent.error);
	const done = await handleTicketForm(context.get(servicesContext).ticketsDesk, sent.value, ticketId);
	return done.ok ? deskDone(context, url, done.value) : deskFailure(done.error, sent.value.form);
}

export default function Ticket({ loaderData, actionData }: Route.ComponentProps) {
	return <DeskTicketPage {...loaderData} answer={actionData} />;
}
