import { z } from "zod";
import { version } from "~/features/staff/members.schema";
import { rowId } from "~/lib/fields.schema";
import { choiceFilter, cursorText, textFilter } from "~/lib/list.schema";
import { projectStatuses } from "./project";
import { dueDay, postBody, taskName } from "./project-fields.schema";

/** Query parameters of the list of all customers' projects. */
export const projectsQuerySchema = z.object({
	q: textFilter(),
	status: choiceFilter(projectStatuses),
	after: cursorText,
});
export type ProjectsQuery = z.output<typeof projectsQuerySchema>;

/** `after`: cursor of the posts. */
export const projectPageSchema = z.object({ after: cursorText });

/** `customer`, the id of someone at the desk, or null. */
const assignee = z
	.string()
	.max(64)
	.transform((id) => id || null);

/** Idempotency key. The same text with the same key is stored once. */
const key = z.string().regex(/^[\w-]{16,100}$/, "Must be 16 to 100 letters, digits, - or _.");

const percent = z
	.string()
	.trim()
	.regex(/^\d{1,3}$/, "Give a percentage from 0 to 100.")
	.transform(Number)
	.pipe(z.number().max(100, "Give a percentage from 0 to 100."));

/** The forms of a project's page. Omitted fields do not change. */
export const projectFormSchema = z.discriminatedUnion("intent", [
	z.object({ intent: z.literal("post"), key, body: postBody }),
	z.object({ intent: z.literal("add-task"), key, name: taskName, assignee: assignee.default(null) }),
	/** `was`: the assignee that the form showed. */
	z.object({ intent: z.literal("assign-task"), taskId: rowId, assignee, was: assignee }),
	z.object({
		intent: z.literal("tick-task"),
		taskId: rowId,
		completed: z.enum(["on", "off"]).transform((value) => value === "on"),
	}),
	z.object({
		intent: z.literal("update"),
		version,
		status: z.enum(projectStatuses, { error: "Choose a status." }).optional(),
		progress: percent.optional(),
		dueDate: dueDay.optional(),
	}),
]);

export type ProjectForm = z.output<typeof projectFormSchema>;
export type ProjectFormOf<Intent extends ProjectForm["intent"]> = Extract<ProjectForm, { intent: Intent }>;
