import { href, redirect } from "react-router";
import { pageTitle } from "~/components/layout/page-title";
import { PageHeading } from "~/components/layout/portal/page-heading";
import { servicesContext } from "~/context";
import { ProjectForm } from "~/features/projects/components/project-form";
import { initialProject, mergeProject, projectValues, readProjectForm } from "~/features/projects/project-form";
import { projectSchema } from "~/features/projects/projects.schema";
import { flashHeaders } from "~/lib/flash";
import { readForm } from "~/lib/form-data";
import { parse } from "~/lib/parse";
import { failureData, notFound } from "~/lib/responses";
import { asCustomer, ownerOf } from "~/middleware/as-customer";
import type { Route } from "./+types/edit-project";

export const meta: Route.MetaFunction = ({ loaderData }) => [
	{ title: pageTitle(loaderData ? `Edit ${loaderData.values.name}` : "Not found") },
];

const listOf = (projectId: string) => `${href("/dashboard/projects")}?open=${projectId}`;

export async function loader({ context, params }: Route.LoaderArgs) {
	const [, project] = await asCustomer(context, ({ projects }, owner) => projects.find(owner, params.projectId));
	return { values: projectValues(project ?? notFound()), back: listOf(params.projectId) };
}

export async function action({ context, params, request }: Route.ActionArgs) {
	const form = await readForm(request);
	const { config, projects } = context.get(servicesContext);
	const current = (await projects.find(ownerOf(context), params.projectId)) ?? notFound();
	const merged = mergeProject(form, current);
	const input = merged.ok ? parse(projectSchema, merged.value) : merged;
	if (!input.ok) return failureData(input.error, { ...readProjectForm(form), initial: merged.initial });
	const done = await projects.update(ownerOf(context), params.projectId, input.value);
	if (!done.ok) notFound();
	const headers = flashHeaders(config.APP_ORIGIN, { message: `Saved ${input.value.name}.` });
	return redirect(listOf(params.projectId), { headers });
}

export default function EditProjectPage({ actionData, loaderData: { values, back } }: Route.ComponentProps) {
	return (
		<div className="grid grid-cols-[minmax(0,1fr)] gap-6">
			<PageHeading title={`Edit ${values.name}`} back={{ to: back, label: "All projects" }} />
			<ProjectForm
				values={actionData?.values ?? values}
				initial={actionData?.values?.initial ?? initialProject(values)}
				failure={actionData?.failure}
				submit="Save Project"
				busyText="Saving..."
				back={back}
			/>
		</div>
	);
}
