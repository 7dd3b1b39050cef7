import type { DeskHandle } from "~/features/staff/desk-handle";
import { downloadFile, rangeOf } from "~/lib/download";
import { notFound } from "~/lib/responses";
import { asStaff } from "~/middleware/as-staff";
import type { Route } from "./+types/ticket-file";

export const handle = { desk: { view: "tickets.view" } } satisfies DeskHandle;

export async function loader({ context, params: { ticketId, fileId }, request }: Route.LoaderArgs) {
	const [, file] = await asStaff(context, handle, ({ ticketFiles }, session) =>
		ticketFiles.open(session, ticketId, fileId, rangeOf(request, fileId)),
	);
	return downloadFile(file ?? notFound(), fileId);
}
