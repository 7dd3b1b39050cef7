import type { DeskHandle } from "~/features/staff/desk-handle";
import { downloadFile, rangeOf } from "~/lib/download";
import { notFound } from "~/lib/responses";
import { asStaff } from "~/middleware/as-staff";
import type { Route } from "./+types/job-file";

export const handle = { desk: { view: "services.view" } } satisfies DeskHandle;

export async function loader({ context, params: { jobId, fileId }, request }: Route.LoaderArgs) {
	const [, file] = await asStaff(context, handle, ({ jobFiles }, session) =>
		jobFiles.open(session, jobId, fileId, rangeOf(request, fileId)),
	);
	return downloadFile(file ?? notFound(), fileId);
}
