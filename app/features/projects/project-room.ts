import { formatDay, formatDistance, formatMoment, type Locale } from "../../lib/dates";
import { formatSize } from "./file-rules";

interface PostRow {
	readonly id: string;
	/** 1 when its reader wrote it; null when one of us did. */
	readonly own: number | null;
	readonly authorName: string;
	readonly body: string;
	readonly createdAt: number;
	readonly editedAt: number | null;
}

interface FileRow {
	readonly id: string;
	readonly name: string;
	readonly size: number;
	readonly createdAt: number;
}

export type Post = ReturnType<typeof postView>;
export type ListedFile = ReturnType<typeof fileView>;

/** What was said, in its reader's words. */
export const postView = ({ id, own, authorName, body, createdAt, editedAt }: PostRow, now: number, locale: Locale) => ({
	id,
	own: own === 1,
	author: authorName,
	body,
	ago: formatDistance(createdAt, now, locale.language),
	moment: formatMoment(createdAt, locale),
	iso: new Date(createdAt).toISOString(),
	edited: editedAt !== null,
});

/** A file as its project lists it. */
export const fileView = ({ id, name, size, createdAt }: FileRow, locale: Locale) => ({
	id,
	name,
	size: formatSize(size),
	day: formatDay(createdAt, locale),
});
