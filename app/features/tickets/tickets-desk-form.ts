import { parse } from "~/lib/parse";
import { ok, type Result } from "~/lib/result";
import { type DeskTicketForm, deskTicketFormSchema } from "./tickets-desk.schema";
import type { Agent, TicketsDesk } from "./tickets-desk.server";

interface Sent extends Agent {
	readonly fields: Readonly<Record<string, unknown>>;
}

const done: Readonly<Record<DeskTicketForm["intent"], string>> = {
	answer: "Sent the answer.",
	note: "Saved the note.",
	assign: "Changed who works on it.",
	take: "This ticket is yours.",
	status: "Changed the status.",
	move: "Changed the department.",
	tag: "Changed the tags.",
	snooze: "Snoozed the ticket.",
	wake: "Ended the snooze.",
	"delete-file": "Deleted the file.",
};

/** Handles the forms of a ticket's page by their intent. Returns the message about what was done. */
export async function handleTicketForm(
	desk: TicketsDesk,
	{ fields, ...agent }: Sent,
	ticketId: string,
): Promise<Result<string>> {
	const input = parse(deskTicketFormSchema, fields);
	if (!input.ok) return input;
	const changed = await desk.change(agent, ticketId, input.value);
	return changed.ok ? ok(done[input.value.intent]) : changed;
}
