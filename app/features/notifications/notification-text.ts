import type { Locale } from "~/lib/dates";
import type { NotificationKind } from "~/lib/kinds";
import { notificationKinds } from "~/registry";

interface StoredNotification {
	readonly kind: string;
	readonly params: Readonly<Record<string, unknown>>;
	readonly title: string;
	readonly body: string;
	readonly href: string | null;
}

/** Title, body and link of a notification. Rows of older releases store them as text. */
export function notificationText({ kind, params, ...stored }: StoredNotification, reader: Locale) {
	const known = (notificationKinds as Readonly<Record<string, NotificationKind>>)[kind];
	const parsed = known?.params.safeParse(params);
	if (known && parsed?.success) {
		const { data } = parsed;
		return { title: known.title(data, reader), body: known.body(data, reader), href: known.href(data) };
	}
	const text = (key: "title" | "body" | "href") => (typeof params[key] === "string" ? params[key] : undefined);
	return {
		title: text("title") ?? stored.title,
		body: text("body") ?? stored.body,
		href: text("href") ?? stored.href,
	};
}
