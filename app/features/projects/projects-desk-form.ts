import { parse } from "~/lib/parse";
import { ok, type Result } from "~/lib/result";
import { type ProjectForm, projectFormSchema } from "./projects-desk.schema";
import type { ProjectsDesk, Worker } from "./projects-desk.server";

interface Sent extends Worker {
	readonly fields: Readonly<Record<string, unknown>>;
}

const done: Readonly<Record<ProjectForm["intent"], string>> = {
	post: "Sent the message.",
	"add-task": "Added the task.",
	"assign-task": "Changed who does the task.",
	"tick-task": "Changed the task.",
	update: "Changed the project.",
};

/** Handles the forms of a project's page by their intent. Returns the message about what was done. */
export async function handleProjectForm(
	desk: ProjectsDesk,
	{ fields, ...worker }: Sent,
	projectId: string,
): Promise<Result<string>> {
	const input = parse(projectFormSchema, fields);
	if (!input.ok) return input;
	const changed = await desk.change(worker, projectId, input.value);
	return changed.ok ? ok(done[input.value.intent]) : changed;
}
