import type { Assignee } from "~/db/schema";
import { formatDay, formatDistance, formatMoment, type Locale } from "~/lib/dates";
import { formatSize } from "./file-rules";

interface PostRow {
	readonly id: string;
	/** 1 when its reader wrote it; null when it has no author among our customers. */
	readonly own: number | null;
	/** 1 when one of us did. */
	readonly ours: number;
	/** 1 while the notice about it is unread. */
	readonly unread: number;
	readonly authorName: string;
	readonly body: string;
	readonly createdAt: number;
	readonly editedAt: number | null;
}

interface TaskRow {
	readonly id: string;
	readonly name: string;
	readonly completed: boolean;
	readonly assignee: Assignee | null;
}

interface FileRow {
	readonly id: string;
	readonly name: string;
	readonly size: number;
	readonly createdAt: number;
}

export type Post = ReturnType<typeof postView>;
export type Task = ReturnType<typeof taskView>;
export type ListedFile = ReturnType<typeof fileView>;

/** What was said, in its reader's words. */
export const postView = (
	{ id, own, ours, unread, authorName, body, createdAt, editedAt }: PostRow,
	now: number,
	locale: Locale,
) => ({
	id,
	own: own === 1,
	ours: ours === 1,
	unread: unread === 1,
	author: authorName,
	body,
	ago: formatDistance(createdAt, now, locale),
	moment: formatMoment(createdAt, locale),
	iso: new Date(createdAt).toISOString(),
	edited: editedAt !== null,
});

/** `assignee`: who is to do it, as its reader calls them. */
export const taskView = ({ id, name, completed, assignee }: TaskRow) => ({
	id,
	name,
	completed,
	yours: assignee?.id === "customer",
	assignee: assignee?.id === "customer" ? "you" : (assignee?.name ?? null),
});

/** A file as its project lists it. */
export const fileView = ({ id, name, size, createdAt }: FileRow, locale: Locale) => ({
	id,
	name,
	size: formatSize(size),
	day: formatDay(createdAt, locale),
});
