import { downloadFile, rangeOf } from "~/lib/download";
import { notFound } from "~/lib/responses";
import { asCustomer } from "~/middleware/as-customer";
import type { Route } from "./+types/ticket-file";

export async function loader({ context, params: { ticketId, fileId }, request }: Route.LoaderArgs) {
	const [, file] = await asCustomer(context, ({ ticketFiles }, owner) =>
		ticketFiles.openOwn(owner, ticketId, fileId, rangeOf(request, fileId)),
	);
	return downloadFile(file ?? notFound(), fileId);
}
