import { dueDayOf } from "./project";
import type { TeamProject, TeamTask } from "./team.repo.server";

/** A project as our team sees it, with its customer. */
export const teamProjectView = ({ id, name, client, status, progress, dueAt, ...customer }: TeamProject) => ({
	id,
	name,
	client,
	status,
	progress,
	dueDate: dueAt === null ? null : dueDayOf(dueAt),
	customer: { name: `${customer.firstName} ${customer.lastName}`, email: customer.email },
});

export const teamTaskView = ({ id, name, completed, assignee }: TeamTask) => ({ id, name, completed, assignee });

interface PostRow {
	readonly id: string;
	readonly authorId: string | null;
	readonly authorName: string;
	readonly body: string;
	readonly createdAt: number;
	readonly editedAt: number | null;
}

/** `by`: whether the customer or our team wrote it. */
export const teamPostView = ({ id, authorId, authorName, body, createdAt, editedAt }: PostRow) => ({
	id,
	by: authorId === null ? ("team" as const) : ("customer" as const),
	author: authorName,
	body,
	at: new Date(createdAt).toISOString(),
	edited: editedAt !== null,
});

export type TeamProjectView = ReturnType<typeof teamProjectView>;
export type TeamTaskView = ReturnType<typeof teamTaskView>;
