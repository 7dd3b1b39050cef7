import { href as address } from "react-router";
import { toUnicode } from "~/features/domains/to-unicode";
import { formatDistance, formatMoment, type Locale } from "~/lib/dates";
import { notificationText } from "./notification-text";

interface Row {
	readonly id: string;
	readonly kind: string;
	readonly params: Readonly<Record<string, unknown>>;
	readonly title: string;
	readonly body: string;
	readonly href: string | null;
	readonly readAt: number | null;
	readonly createdAt: number;
}

export type ListedNotification = ReturnType<typeof listNotification>;

/** An archived notification can no longer be marked as read, so it counts as read. */
export const asRead = <R extends Row>(row: R): R => ({ ...row, readAt: row.readAt ?? row.createdAt });

/** A notification, formatted for the customer. */
export function listNotification({ id, readAt, createdAt, ...row }: Row, locale: Locale, now: number) {
	const { title, body, href } = notificationText(row, locale);
	return {
		id,
		title: toUnicode(title),
		body: toUnicode(body),
		href,
		verb: verbOf(href),
		unread: readAt === null,
		ago: formatDistance(createdAt, now, locale),
		moment: formatMoment(createdAt, locale),
		iso: new Date(createdAt).toISOString(),
	};
}

const payPages = address("/pay/:invoiceId", { invoiceId: "" });

/** What the customer does on the notification's page. */
function verbOf(href: string | null): string {
	if (href?.startsWith(payPages)) return "Pay";
	return href?.endsWith("#renew") ? "Renew" : "Open";
}
