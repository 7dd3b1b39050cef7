import { pageTitle } from "~/components/layout/page-title";
import { servicesContext } from "~/context";
import type { DeskHandle } from "~/features/staff/desk-handle";
import { may } from "~/features/staff/permissions";
import { DeskTicketPage } from "~/features/tickets/components/desk-ticket-page";
import { deskTicketView } from "~/features/tickets/ticket-view";
import { ticketPageSchema } from "~/features/tickets/tickets.schema";
import { insertReplySchema } from "~/features/tickets/tickets-desk.schema";
import { handleTicketForm } from "~/features/tickets/tickets-desk-form";
import { paramsOf } from "~/lib/address";
import { parse } from "~/lib/parse";
import { notFound } from "~/lib/responses";
import { failField } from "~/lib/result";
import { asStaff, type StaffForm, staffForm } from "~/middleware/as-staff";
import { deskDone, deskFailure } from "~/middleware/desk-answer";
import type { Route } from "./+types/ticket";

export const handle = {
	desk: {
		view: "tickets.view",
		actions: {
			answer: "tickets.reply",
			insert: "tickets.reply",
			note: "tickets.reply",
			assign: "tickets.reply",
			take: "tickets.reply",
			status: "tickets.reply",
			move: "tickets.reply",
			tag: "tickets.reply",
			snooze: "tickets.reply",
			wake: "tickets.reply",
			"delete-file": "tickets.reply",
		},
	},
} as const satisfies DeskHandle;

export const meta: Route.MetaFunction = ({ loaderData }) => [
	{ title: pageTitle(loaderData ? `${loaderData.ticket.number} · Tickets` : "Ticket") },
];

/** A refused form shows the ticket as it is now. */
export const shouldRevalidate = () => true;

export async function loader({ context, params: { ticketId }, url }: Route.LoaderArgs) {
	const { after } = ticketPageSchema.parse(paramsOf(url));
	const [{ id, roles }, [found, choices]] = await asStaff(context, handle, ({ ticketsDesk, cannedReplies }, session) =>
		Promise.all([ticketsDesk.find(session, ticketId, after), cannedReplies.choices(session)]),
	);
	const ticket = deskTicketView(found ?? notFound(), context.get(servicesContext).clock());
	return {
		ticket,
		me: id,
		newest: after === undefined ? (ticket.messages[0]?.id ?? "") : "",
		mayReply: may(roles, "tickets.reply"),
		maySeeCustomer: may(roles, "customers.view"),
		cannedReplies: choices,
		sendKey: crypto.randomUUID(),
	};
}

export async function action({ context, request, params: { ticketId }, url }: Route.ActionArgs) {
	const sent = await staffForm(context, request, handle);
	if (!sent.ok) return deskFailure(sent.error);
	if (sent.value.intent === "insert") return insertReply(context, sent.value, ticketId);
	const done = await handleTicketForm(context.get(servicesContext).ticketsDesk, sent.value, ticketId);
	if (!done.ok) return deskFailure(done.error, sent.value.form);
	// The newest messages, with what was sent.
	const isMessage = sent.value.intent === "answer" || sent.value.intent === "note";
	return deskDone(context, isMessage ? { pathname: url.pathname, search: "" } : url, done.value);
}

/** Shows the form of the answer again with a canned reply below what was typed. For browsers without script. */
async function insertReply(
	context: Route.ActionArgs["context"],
	{ form, fields, member, session }: StaffForm,
	ticketId: string,
) {
	const input = parse(insertReplySchema, fields);
	if (!input.ok) return deskFailure(input.error, form);
	const { canned, body } = input.value;
	const textBy = await context.get(servicesContext).cannedReplies.forTicket(session, ticketId, canned);
	if (textBy === null) return deskFailure(failField("canned", "This reply was deleted. Choose another.").error, form);
	return { inserted: [body.trimEnd(), textBy(member.name)].filter(Boolean).join("\n\n") };
}

export default function Ticket({ loaderData, actionData }: Route.ComponentProps) {
	const answer = actionData && "failure" in actionData ? actionData : undefined;
	const inserted = actionData && "inserted" in actionData ? actionData.inserted : undefined;
	return <DeskTicketPage {...loaderData} answer={answer} inserted={inserted} />;
}
