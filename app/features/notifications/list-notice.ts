import { formatDistance, formatMoment, type Locale } from "../../lib/dates";
import { readable } from "../domains/readable";

interface Row {
	readonly id: string;
	readonly title: string;
	readonly body: string;
	readonly href: string | null;
	readonly readAt: number | null;
	readonly createdAt: number;
}

export type ListedNotice = ReturnType<typeof listNotice>;

/** A notice in its customer's words. */
export const listNotice = ({ id, title, body, href, readAt, createdAt }: Row, locale: Locale, now: number) => ({
	id,
	title: readable(title),
	body: readable(body),
	href,
	unread: readAt === null,
	ago: formatDistance(createdAt, now, locale),
	moment: formatMoment(createdAt, locale),
	iso: new Date(createdAt).toISOString(),
});
