import { redirect } from "react-router";
import { pageTitle } from "~/components/layout/page-title";
import { servicesContext } from "~/context";
import { NewProject } from "~/features/projects/components/new-project";
import { newProjectSchema } from "~/features/projects/projects.schema";
import { readForm, textsOf } from "~/lib/form-data";
import { parse } from "~/lib/parse";
import { failureData } from "~/lib/responses";
import { ownerOf } from "~/middleware/as-customer";
import type { Route } from "./+types/new-project";

export const meta: Route.MetaFunction = () => [{ title: pageTitle("New project") }];

const fields = ["name", "description", "client", "dueDate", "priority", "technologies"] as const;

export async function action({ context, request }: Route.ActionArgs) {
	const form = await readForm(request);
	const input = parse(newProjectSchema, Object.fromEntries(form));
	if (!input.ok) return failureData(input.error, textsOf(form, fields));
	const id = await context.get(servicesContext).projects.create(ownerOf(context), input.value);
	return redirect(`/dashboard/projects?open=${id}`);
}

export default function NewProjectPage({ actionData }: Route.ComponentProps) {
	return <NewProject failure={actionData?.failure} values={actionData?.values} />;
}
