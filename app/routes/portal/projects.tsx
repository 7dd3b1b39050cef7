import { pageTitle } from "~/components/layout/page-title";
import { ProjectManagement } from "~/features/projects/components/project-management";
import { projectRow } from "~/features/projects/project-row";
import { projectListSchema } from "~/features/projects/projects.schema";
import { paramsOf } from "~/lib/address";
import { asCustomer } from "~/middleware/as-customer";
import type { Route } from "./+types/projects";

export const meta: Route.MetaFunction = () => [{ title: pageTitle("Projects") }];

export async function loader({ context, url }: Route.LoaderArgs) {
	const query = projectListSchema.parse(paramsOf(url));
	const [customer, [counts, dueIn, page, tasks]] = await asCustomer(context, ({ projects }, owner) =>
		Promise.all([
			projects.counts(owner),
			projects.dueThisMonth(owner),
			projects.list(owner, query),
			query.open ? projects.tasks(owner, query.open) : [],
		]),
	);
	return {
		query,
		stats: { ...counts, due: dueIn(customer.timezone) },
		projects: page.items.map((project) => projectRow(project, customer)),
		next: page.next,
		tasks,
	};
}

export default function ProjectsPage({ loaderData }: Route.ComponentProps) {
	return <ProjectManagement {...loaderData} />;
}
