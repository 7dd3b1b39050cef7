import type { DeskHandle } from "~/features/staff/desk-handle";
import { notFound } from "~/lib/responses";
import { asStaff } from "~/middleware/as-staff";
import type { Route } from "./+types/ticket-canned-reply";

export const handle = { desk: { view: "tickets.reply" } } satisfies DeskHandle;

/** The text of a canned reply for a ticket, as JSON. The page's script inserts it at the cursor. */
export async function loader({ context, params: { ticketId, replyId } }: Route.LoaderArgs) {
	const [{ name }, textBy] = await asStaff(context, handle, ({ cannedReplies }, session) =>
		cannedReplies.forTicket(session, ticketId, replyId),
	);
	if (textBy === null) notFound();
	return Response.json({ text: textBy(name) }, { headers: { "Cache-Control": "private, no-store" } });
}
