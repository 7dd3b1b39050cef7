import { pageTitle } from "~/components/layout/page-title";
import { DeskProjectList } from "~/features/projects/components/desk-project-list";
import { projectsQuerySchema } from "~/features/projects/projects-desk.schema";
import { listedProject } from "~/features/projects/projects-desk-view";
import type { DeskHandle } from "~/features/staff/desk-handle";
import { may } from "~/features/staff/permissions";
import { noRows, readFilters } from "~/lib/filters";
import { asStaff } from "~/middleware/as-staff";
import { deskListPage } from "~/middleware/desk-answer";
import type { Route } from "./+types/projects";

export const handle = { desk: { view: "projects.view" } } satisfies DeskHandle;

export const meta: Route.MetaFunction = () => [{ title: pageTitle("Projects") }];

export async function loader({ context, url }: Route.LoaderArgs) {
	const { query, invalid } = readFilters(projectsQuerySchema, url);
	const [{ roles }, { items, next }] = await asStaff(context, handle, async ({ projectsDesk }, session) =>
		invalid ? noRows : projectsDesk.list(session, query),
	);
	return deskListPage(invalid, {
		query,
		rows: items.map(listedProject),
		next,
		canExport: may(roles, "reports.export"),
	});
}

export default function Projects({ loaderData }: Route.ComponentProps) {
	return <DeskProjectList {...loaderData} />;
}
