import { textFields } from "~/lib/form-data";
import type { Failure } from "~/lib/result";

const names = ["intent", "taskId", "body", "name", "assignee", "status", "progress", "dueDate"] as const;

/** The sent values, to show them again after an error. */
export const readTeamForm = (form: FormData) => textFields(form, names, 8_000);

export interface TeamAnswer {
	readonly failure: Failure;
	readonly values: ReturnType<typeof readTeamForm>;
}
