import { href, redirect } from "react-router";
import { pageTitle } from "~/components/layout/page-title";
import { PageHeading } from "~/components/layout/portal/page-heading";
import { servicesContext } from "~/context";
import { ProjectForm } from "~/features/projects/components/project-form";
import { newProject, projectFields, readProjectForm } from "~/features/projects/project-form";
import { projectSchema } from "~/features/projects/projects.schema";
import { flashHeaders } from "~/lib/flash";
import { readForm } from "~/lib/form-data";
import { parse } from "~/lib/parse";
import { failureData } from "~/lib/responses";
import { ownerOf } from "~/middleware/as-customer";
import type { Route } from "./+types/new-project";

export const meta: Route.MetaFunction = () => [{ title: pageTitle("New project") }];

export async function action({ context, request }: Route.ActionArgs) {
	const form = await readForm(request);
	const input = parse(projectSchema, projectFields(form));
	if (!input.ok) return failureData(input.error, readProjectForm(form));
	const { config, projects } = context.get(servicesContext);
	const id = await projects.create(ownerOf(context), input.value);
	const headers = flashHeaders(config.APP_ORIGIN, { message: `Created ${input.value.name}.` });
	return redirect(`${href("/dashboard/projects")}?open=${id}`, { headers });
}

export default function NewProjectPage({ actionData }: Route.ComponentProps) {
	return (
		<div className="grid grid-cols-[minmax(0,1fr)] gap-6">
			<PageHeading
				title="Create New Project"
				lead="Tell us what you need. You'll see it in your list right away."
				back={{ to: href("/dashboard/projects"), label: "All projects" }}
			/>
			<ProjectForm
				values={actionData?.values ?? newProject}
				failure={actionData?.failure}
				submit="Create Project"
				busyText="Creating..."
				back={href("/dashboard/projects")}
			/>
		</div>
	);
}
