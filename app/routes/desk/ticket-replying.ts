import { servicesContext } from "~/context";
import type { DeskHandle } from "~/features/staff/desk-handle";
import { replyingSchema } from "~/features/tickets/tickets-desk.schema";
import { parse } from "~/lib/parse";
import { notFound } from "~/lib/responses";
import { staffForm, staffOf } from "~/middleware/as-staff";
import { deskFailure } from "~/middleware/desk-answer";
import type { Route } from "./+types/ticket-replying";

export const handle = {
	desk: { view: "tickets.reply", actions: { replying: "tickets.reply" } },
} as const satisfies DeskHandle;

/** Who else is writing an answer, as JSON. The ticket's page asks every few seconds. */
export async function action({ context, params: { ticketId }, request }: Route.ActionArgs) {
	const sent = await staffForm(context, request, handle);
	if (!sent.ok) return deskFailure(sent.error);
	const input = parse(replyingSchema, sent.value.fields);
	if (!input.ok) return deskFailure(input.error);
	const found = await context.get(servicesContext).ticketsDesk.replying(sent.value.session, ticketId, input.value);
	const { repliers, news } = found ?? notFound();
	const names = repliers.map(({ name }) => name);
	return Response.json({ names, news }, { headers: { "Cache-Control": "private, no-store" } });
}

export async function loader({ context }: Route.LoaderArgs) {
	await staffOf(context, handle);
	notFound();
}
