import { servicesContext } from "~/context";
import type { DeskHandle } from "~/features/staff/desk-handle";
import { incomingFile } from "~/lib/multipart";
import { notFound, uploadAnswer } from "~/lib/responses";
import { staffOf, staffSender } from "~/middleware/as-staff";
import type { Route } from "./+types/ticket-upload";

export const handle = {
	desk: { view: "tickets.reply", actions: { upload: "tickets.reply" } },
} as const satisfies DeskHandle;

/** Uploads with script, which shows the progress and needs JSON instead of a page. */
export async function action({ context, params: { ticketId }, request }: Route.ActionArgs) {
	const agent = await staffSender(context, handle, "upload");
	const { ticketsDesk } = context.get(servicesContext);
	return uploadAnswer(await ticketsDesk.addFile(agent, ticketId, await incomingFile(request)));
}

export async function loader({ context }: Route.LoaderArgs) {
	await staffOf(context, handle);
	notFound();
}
