import { data } from "react-router";
import { servicesContext } from "~/context";
import { incomingFile } from "~/lib/multipart";
import { uploadAnswer } from "~/lib/responses";
import { customerOf, ownerOf } from "~/middleware/as-customer";
import type { Route } from "./+types/ticket-upload";

/** Uploads with script, which shows the progress and needs JSON instead of a page. */
export async function action({ context, params: { ticketId }, request }: Route.ActionArgs) {
	const sender = { owner: ownerOf(context), customer: await customerOf(context) };
	return uploadAnswer(
		await context.get(servicesContext).tickets.addFile(sender, ticketId, await incomingFile(request)),
	);
}

export function loader() {
	throw data(null, { status: 405, headers: { Allow: "POST" } });
}
