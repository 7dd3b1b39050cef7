import { pageTitle } from "~/components/layout/page-title";
import { servicesContext } from "~/context";
import { DeskProjectPage } from "~/features/projects/components/desk-project-page";
import { projectPageSchema } from "~/features/projects/projects-desk.schema";
import { handleProjectForm } from "~/features/projects/projects-desk-form";
import { deskProjectView } from "~/features/projects/projects-desk-view";
import type { DeskHandle } from "~/features/staff/desk-handle";
import { may } from "~/features/staff/permissions";
import { paramsOf } from "~/lib/address";
import { notFound } from "~/lib/responses";
import { asStaff, staffForm } from "~/middleware/as-staff";
import { deskDone, deskFailure } from "~/middleware/desk-answer";
import type { Route } from "./+types/project";

export const handle = {
	desk: {
		view: "projects.view",
		actions: {
			post: "projects.change",
			"add-task": "projects.change",
			"assign-task": "projects.change",
			"tick-task": "projects.change",
			update: "projects.change",
		},
	},
} as const satisfies DeskHandle;

export const meta: Route.MetaFunction = ({ loaderData }) => [
	{ title: pageTitle(loaderData?.project.name ?? "Project") },
];

export async function loader({ context, params: { projectId }, url }: Route.LoaderArgs) {
	const { after } = projectPageSchema.parse(paramsOf(url));
	const [{ roles }, found] = await asStaff(context, handle, ({ projectsDesk }, session) =>
		projectsDesk.find(session, projectId, after),
	);
	return {
		project: deskProjectView(found ?? notFound(), context.get(servicesContext).clock()),
		mayChange: may(roles, "projects.change"),
		maySeeCustomer: may(roles, "customers.view"),
		sendKey: crypto.randomUUID(),
	};
}

export async function action({ context, request, params: { projectId }, url }: Route.ActionArgs) {
	const sent = await staffForm(context, request, handle);
	if (!sent.ok) return deskFailure(sent.error);
	const done = await handleProjectForm(context.get(servicesContext).projectsDesk, sent.value, projectId);
	return done.ok ? deskDone(context, url, done.value) : deskFailure(done.error, sent.value.form);
}

export default function Project({ loaderData, actionData }: Route.ComponentProps) {
	return <DeskProjectPage {...loaderData} answer={actionData} />;
}
