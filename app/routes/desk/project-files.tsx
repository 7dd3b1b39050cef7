import { href } from "react-router";
import { pageTitle } from "~/components/layout/page-title";
import { servicesContext } from "~/context";
import { DeskFiles } from "~/features/projects/components/desk-project-page";
import { fileView } from "~/features/projects/project-contents";
import type { DeskHandle } from "~/features/staff/desk-handle";
import { may } from "~/features/staff/permissions";
import { kenya } from "~/lib/dates";
import { incomingFile } from "~/lib/multipart";
import { notFound } from "~/lib/responses";
import { asStaff, staffSender } from "~/middleware/as-staff";
import { deskDone, deskFailure } from "~/middleware/desk-answer";
import type { Route } from "./+types/project-files";

export const handle = {
	desk: { view: "projects.view", actions: { upload: "projects.change" } },
} as const satisfies DeskHandle;

export const meta: Route.MetaFunction = ({ loaderData }) => [
	{ title: pageTitle(loaderData ? `Files of ${loaderData.project.name}` : "Files") },
];

export async function loader({ context, params: { projectId } }: Route.LoaderArgs) {
	const [{ roles }, found] = await asStaff(context, handle, ({ projectsDesk }, session) =>
		projectsDesk.files(session, projectId),
	);
	const { project, files } = found ?? notFound();
	return {
		project: { id: projectId, name: project.name, files: files.map((file) => fileView(file, kenya)) },
		mayChange: may(roles, "projects.change"),
	};
}

/** Uploads without script. */
export async function action({ context, params: { projectId }, request }: Route.ActionArgs) {
	const worker = await staffSender(context, handle, "upload");
	const { projectsDesk } = context.get(servicesContext);
	const done = await projectsDesk.addFile(worker, projectId, await incomingFile(request));
	const page = { pathname: href("/desk/projects/:projectId/files", { projectId }), search: "" };
	return done.ok ? deskDone(context, page, "Uploaded the file.") : deskFailure(done.error);
}

export default function ProjectFiles({ loaderData, actionData }: Route.ComponentProps) {
	return <DeskFiles {...loaderData} failure={actionData?.failure} />;
}
