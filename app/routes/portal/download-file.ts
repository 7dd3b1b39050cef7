import { downloadFile, rangeOf } from "~/lib/download";
import { notFound } from "~/lib/responses";
import { asCustomer } from "~/middleware/as-customer";
import type { Route } from "./+types/download-file";

export async function loader({ context, params: { projectId, fileId }, request }: Route.LoaderArgs) {
	const [, file] = await asCustomer(context, ({ projects }, owner) =>
		projects.files.open(owner, projectId, fileId, rangeOf(request, fileId)),
	);
	return downloadFile(file ?? notFound(), fileId);
}
