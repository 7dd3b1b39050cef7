import { formatSize } from "~/features/files/file-rules";
import { formatDay, formatDistance, formatMoment, type Locale } from "~/lib/dates";
import type { Assignee } from "./project";

interface PostRow {
	readonly id: string;
	/** Whether the current user may change it (1). Null if our team wrote it. */
	readonly own: number | null;
	/** 1 if our team wrote it. */
	readonly byTeam: number;
	/** 1 while its notification is unread. */
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

/** A post as the current user sees it. */
export const postView = (
	{ id, own, byTeam, unread, authorName, body, createdAt, editedAt }: PostRow,
	now: number,
	locale: Locale,
	/** The name of the current user. */
	you: string | null = null,
) => ({
	id,
	own: own === 1,
	/** Other people of the account may have written it. */
	isYours: own === 1 && authorName === you,
	byTeam: byTeam === 1,
	unread: unread === 1,
	author: authorName,
	body,
	ago: formatDistance(createdAt, now, locale),
	moment: formatMoment(createdAt, locale),
	iso: new Date(createdAt).toISOString(),
	edited: editedAt !== null,
});

/** `assignee`: "you" for the current user. */
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
