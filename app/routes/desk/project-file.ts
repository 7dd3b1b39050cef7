import type { DeskHandle } from "~/features/staff/desk-handle";
import { downloadFile, rangeOf } from "~/lib/download";
import { notFound } from "~/lib/responses";
import { asStaff } from "~/middleware/as-staff";
import type { Route } from "./+types/project-file";

export const handle = { desk: { view: "projects.view" } } satisfies DeskHandle;

export async function loader({ context, params: { projectId, fileId }, request }: Route.LoaderArgs) {
	const [, file] = await asStaff(context, handle, ({ projectsDesk }, session) =>
		projectsDesk.openFile(session, projectId, fileId, rangeOf(request, fileId)),
	);
	return downloadFile(file ?? notFound(), fileId);
}
