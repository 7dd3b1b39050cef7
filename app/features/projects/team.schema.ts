import { z } from "zod";
import { rowId } from "~/lib/fields.schema";
import { cursorText, searchText } from "~/lib/list.schema";
import { projectStatuses } from "./project";
import { dueDay, postBody, taskName } from "./project-fields.schema";
import { memberOf, teamMembers } from "./team-members";

/** Query parameters of the list of all customers' projects. */
export const teamListSchema = z.object({
	q: searchText,
	after: cursorText,
});

const member = z.string().transform((id, context) => {
	const found = memberOf(id);
	if (found) return found;
	context.addIssue({ code: "custom", message: "Choose a team member." });
	return z.NEVER;
});

/** The customer, a member of our team, or null. */
const assignee = z.union([z.literal("customer"), z.literal(["", null]).transform(() => null), member]);

/** Idempotency key. The same text with the same key is stored once. */
const key = z.string().regex(/^[\w-]{16,100}$/, "Must be 16 to 100 letters, digits, - or _.");

const percent = z
	.union([
		z.number(),
		z
			.string()
			.regex(/^\d{1,3}$/, "Give a percentage from 0 to 100.")
			.transform(Number),
	])
	.pipe(
		z
			.number()
			.int("Give a whole number.")
			.min(0, "Give a percentage from 0 to 100.")
			.max(100, "Give a percentage from 0 to 100."),
	);

/** What our team does in a project, for the form and the API. `by`: the member. Omitted fields do not change. */
export const teamChanges = {
	post: z.object({ intent: z.literal("post"), by: member, key, body: postBody }),
	addTask: z.object({
		intent: z.literal("add-task"),
		by: member,
		key,
		name: taskName,
		assignee: assignee.default(null),
	}),
	assign: z.object({ intent: z.literal("assign"), by: member, taskId: rowId, assignee }),
	turn: z.object({
		intent: z.literal("turn"),
		by: member,
		taskId: rowId,
		completed: z.union([z.boolean(), z.enum(["on", "off"]).transform((value) => value === "on")]),
	}),
	update: z.object({
		intent: z.literal("update"),
		by: member,
		status: z.enum(projectStatuses, { error: "Choose a status." }).optional(),
		progress: percent.optional(),
		dueDate: z.union([z.null(), dueDay]).optional(),
	}),
};

export const teamChangeSchema = z.discriminatedUnion("intent", [
	teamChanges.post,
	teamChanges.addTask,
	teamChanges.assign,
	teamChanges.turn,
	teamChanges.update,
]);

export type TeamChange = z.output<typeof teamChangeSchema>;
export type TeamChangeOf<Intent extends TeamChange["intent"]> = Extract<TeamChange, { intent: Intent }>;

/** Query parameters of a project's page. `as`: the acting member. `done`: the last action. */
export const teamProjectSchema = z.object({
	as: z.enum(teamMembers.map(({ id }) => id)).catch(teamMembers[0]?.id ?? ""),
	done: z.enum(["post", "add-task", "assign", "turn", "update"]).optional().catch(undefined),
});

export type TeamProjectQuery = z.output<typeof teamProjectSchema>;
