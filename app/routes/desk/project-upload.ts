import { servicesContext } from "~/context";
import type { DeskHandle } from "~/features/staff/desk-handle";
import { incomingFile } from "~/lib/multipart";
import { notFound, uploadAnswer } from "~/lib/responses";
import { staffOf, staffSender } from "~/middleware/as-staff";
import type { Route } from "./+types/project-upload";

export const handle = {
	desk: { view: "projects.change", actions: { upload: "projects.change" } },
} as const satisfies DeskHandle;

/** Uploads with script, which shows the progress and needs JSON instead of a page. */
export async function action({ context, params: { projectId }, request }: Route.ActionArgs) {
	const worker = await staffSender(context, handle, "upload");
	const { projectsDesk } = context.get(servicesContext);
	return uploadAnswer(await projectsDesk.addFile(worker, projectId, await incomingFile(request)));
}

export async function loader({ context }: Route.LoaderArgs) {
	await staffOf(context, handle);
	notFound();
}
