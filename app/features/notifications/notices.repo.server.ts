import { and, count, eq, isNull, sql } from "drizzle-orm";
import type { Database } from "../../db/client.server";
import { ownedPage } from "../../db/owned";
import { type Owner, ownedBy } from "../../db/owner";
import { notifications } from "../../db/schema";
import type { Cursor } from "../../lib/page";
import type { NoticeListQuery } from "./notices.schema";

/** A customer's own notices. */
export function noticesRepo(db: Database) {
	const unread = (owner: Owner, now: number) =>
		and(ownedBy(notifications.userId, owner, now), isNull(notifications.readAt));

	return {
		/** @param limit default: one more than a page holds */
		list(owner: Owner, tab: NoticeListQuery["tab"], after: Cursor | null, now: number, limit?: number) {
			const where = tab === "unread" ? isNull(notifications.readAt) : undefined;
			const page = { where, key: notifications.createdAt, direction: "desc", after, limit } as const;
			return ownedPage(db, notifications, owner, page, now);
		},

		one: (owner: Owner, id: string, now: number) =>
			db.read(
				db.orm
					.select({ href: notifications.href, readAt: notifications.readAt })
					.from(notifications)
					.where(and(ownedBy(notifications.userId, owner, now), eq(notifications.id, id))),
			),

		/** The text with the title of a notice behind it, made where it is stored. */
		sentence: (text: string, id: string) =>
			sql<string>`${text} || (select ${notifications.title} from ${notifications} where ${eq(notifications.id, id)}) || '.'`,

		countUnread: (owner: Owner, now: number) =>
			db.read(db.orm.select({ count: count() }).from(notifications).where(unread(owner, now))),

		/** Statement: one notice of the owner, or all of them. */
		markRead: (owner: Owner, id: string | null, now: number) =>
			db.orm
				.update(notifications)
				.set({ readAt: now })
				.where(and(unread(owner, now), id === null ? undefined : eq(notifications.id, id))),
	};
}
