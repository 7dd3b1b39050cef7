import { data, replace } from "react-router";
import { pageTitle } from "~/components/layout/page-title";
import { servicesContext } from "~/context";
import { writerName } from "~/features/accounts/customer";
import { changeProject } from "~/features/projects/change-project.server";
import { ProjectManagement } from "~/features/projects/components/project-management";
import { addressAfter, flashAfter } from "~/features/projects/project-address";
import { fileView, postView, taskView } from "~/features/projects/project-contents";
import { projectRow } from "~/features/projects/project-row";
import { projectChangeSchema, projectListSchema } from "~/features/projects/projects.schema";
import { paramsOf } from "~/lib/address";
import { flashHeaders } from "~/lib/flash";
import { readForm, textFields } from "~/lib/form-data";
import { parse } from "~/lib/parse";
import { failureData, isDataRequest } from "~/lib/responses";
import { asCustomer, ownerOf } from "~/middleware/as-customer";
import type { Route } from "./+types/projects";

export const meta: Route.MetaFunction = () => [{ title: pageTitle("Projects") }];

export async function loader({ context, url }: Route.LoaderArgs) {
	const query = projectListSchema.parse(paramsOf(url));
	const [customer, [counts, dueIn, clients, unreadIn, page, contents]] = await asCustomer(
		context,
		({ projects }, owner) =>
			Promise.all([
				projects.counts(owner),
				projects.dueThisMonth(owner),
				projects.clients(owner),
				projects.posts.unread(owner),
				projects.list(owner, query),
				query.open ? projects.contents(owner, query.open, query.posts) : null,
			]),
	);
	const now = context.get(servicesContext).clock();
	return {
		query,
		stats: { ...counts, due: dueIn(customer.timezone) },
		clients,
		projects: page.items.map((project) => projectRow(project, customer, unreadIn(project.id))),
		next: page.next,
		contents: contents && {
			tasks: contents.tasks.map(taskView),
			posts: contents.posts.items.map((post) => postView(post, now, customer, writerName(customer))),
			earlier: contents.posts.next,
			files: contents.files.map((file) => fileView(file, customer)),
		},
	};
}

const sent = ["intent", "projectId", "taskId", "postId", "id", "to", "name", "body"] as const;

export async function action({ context, request, url }: Route.ActionArgs) {
	const form = await readForm(request);
	const input = parse(projectChangeSchema, Object.fromEntries(form));
	const values = () => textFields(form, sent, 8_000);
	if (!input.ok) return failureData(input.error, values());
	const { config, projects } = context.get(servicesContext);
	const done = await changeProject(projects, ownerOf(context), input.value);
	if (!done.ok) return failureData(done.error, values());
	const scripted = isDataRequest(request);
	const address = addressAfter(input.value, url, { scripted });
	const flash = flashAfter(input.value, address);
	const headers = flash ? flashHeaders(config.APP_ORIGIN, flash) : {};
	// For fetchers: React Router reloads the page's data.
	return scripted && address === url.pathname + url.search ? data(null, { headers }) : replace(address, { headers });
}

export default function ProjectsPage({ loaderData }: Route.ComponentProps) {
	return <ProjectManagement {...loaderData} />;
}
