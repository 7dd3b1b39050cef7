import { z } from "zod";
import { rowId } from "~/lib/fields.schema";
import { cursorText, openRow, searchText } from "~/lib/list.schema";
import { projectSorts, projectStatuses, technologiesOf } from "./project";
import { dueDay, line, postBody, taskName, text } from "./project-fields.schema";
import { membersOf } from "./team-members";

export const projectListSchema = z.object({
	status: z.enum(projectStatuses).optional().catch(undefined),
	client: z.string().max(400).optional().catch(undefined),
	q: searchText,
	sort: z.enum(projectSorts).catch("-created"),
	after: cursorText,
	open: openRow,
	/** Cursor for the posts of the open project. */
	posts: cursorText,
});

export type ProjectListQuery = z.infer<typeof projectListSchema>;

/** The project form. Ignores unknown fields. */
export const projectSchema = z.object({
	name: line(100).refine((value) => value !== "", "Give the project a name."),
	description: text(2_000).default(""),
	client: line(100).default(""),
	dueDate: dueDay.default(null),
	priority: z.enum(["high", "medium", "low"], { error: "Choose a priority." }).default("medium"),
	status: z.enum(projectStatuses, { error: "Choose a status." }).default("planned"),
	team: z.array(z.string().max(64)).max(50).default([]).transform(membersOf),
	technologies: text(600).default("").transform(technologiesOf),
});

export type ProjectInput = z.output<typeof projectSchema>;

/** The id's prefix is the kind: project, task, post or file. */
const removable = z.string().regex(/^(prj|tsk|pst|fil)_[a-z2-7]{17,26}$/);

/** What can be done on the list and in an open project, by `intent`. */
export const projectChangeSchema = z.discriminatedUnion("intent", [
	z.object({ intent: z.literal("add-task"), projectId: rowId, name: taskName }),
	z.object({ intent: z.literal("tick-task"), taskId: rowId, completed: z.enum(["on", "off"]) }),
	z.object({ intent: z.literal("rename-task"), taskId: rowId, name: taskName }),
	z.object({ intent: z.literal("move-task"), taskId: rowId, to: z.coerce.number().int().min(0).max(1_000) }),
	z.object({ intent: z.literal("add-post"), projectId: rowId, body: postBody }),
	z.object({ intent: z.literal("edit-post"), postId: rowId, body: postBody }),
	z.object({ intent: z.literal("read-posts"), projectId: rowId }),
	z.object({ intent: z.literal("complete"), projectId: rowId }),
	z.object({ intent: z.literal("reopen"), projectId: rowId }),
	z.object({ intent: z.literal("remove"), id: removable }),
	z.object({ intent: z.literal("restore"), id: removable }),
]);

export type ProjectChange = z.output<typeof projectChangeSchema>;
