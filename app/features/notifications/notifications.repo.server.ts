import { and, count, eq, isNull } from "drizzle-orm";
import { guarded } from "~/db/change.server";
import type { Database } from "~/db/client.server";
import { ownedPage } from "~/db/owned";
import { type Owner, ownedBy } from "~/db/owner";
import { notifications } from "~/db/schema";
import type { Cursor } from "~/lib/page";
import type { NotificationListQuery } from "./notifications.schema";

/** A customer's own notifications. */
export function createNotificationsRepo(db: Database) {
	const unread = (owner: Owner, now: number) =>
		and(ownedBy(notifications.userId, owner, now), isNull(notifications.readAt));

	return {
		/** @param limit default: one more than a page holds */
		list(owner: Owner, tab: NotificationListQuery["tab"], after: Cursor | null, now: number, limit?: number) {
			const where = tab === "unread" ? isNull(notifications.readAt) : undefined;
			const page = { where, key: notifications.createdAt, direction: "desc", after, limit } as const;
			return ownedPage(db, notifications, owner, page, now);
		},

		find: (owner: Owner, id: string, now: number) =>
			db.read(
				db.orm
					.select()
					.from(notifications)
					.where(and(ownedBy(notifications.userId, owner, now), eq(notifications.id, id))),
			),

		/** Counts to 100, because the bell shows "99+". */
		countUnread: (owner: Owner, now: number) =>
			db.read(
				db.orm
					.select({ count: count() })
					.from(
						db.orm
							.select({ id: notifications.id })
							.from(notifications)
							.where(unread(owner, now))
							.limit(100)
							.as("first_unread"),
					),
			),

		/** One notification of the owner, or all of them; stale if none is unread. */
		markRead: (owner: Owner, id: string | null, now: number) =>
			guarded(
				db.orm
					.update(notifications)
					.set({ readAt: now })
					.where(and(unread(owner, now), id === null ? undefined : eq(notifications.id, id))),
			),
	};
}
