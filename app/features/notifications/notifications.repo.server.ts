import { and, count, eq, isNull } from "drizzle-orm";
import { guarded } from "~/db/change.server";
import type { Database } from "~/db/client.server";
import { ownedFirst, ownedPage } from "~/db/owned";
import { type Owner, ownedBy } from "~/db/owner";
import { savedQuery } from "~/db/saved-query.server";
import { notifications } from "~/db/schema";
import type { Cursor } from "~/lib/page";
import type { NotificationListQuery } from "./notifications.schema";

const unread = (owner: Owner, now: number) =>
	and(ownedBy(notifications.userId, owner, now), isNull(notifications.readAt));

const newest = ownedFirst(notifications, { key: notifications.createdAt, direction: "desc" });

const unreadCount = savedQuery((orm, { owner, now }: { owner: Owner; now: number }) =>
	orm
		.select({ count: count() })
		.from(
			orm.select({ id: notifications.id }).from(notifications).where(unread(owner, now)).limit(100).as("first_unread"),
		),
);

/** A customer's own notifications. */
export function createNotificationsRepo(db: Database) {
	return {
		list(owner: Owner, tab: NotificationListQuery["tab"], after: Cursor | null, now: number) {
			const where = tab === "unread" ? isNull(notifications.readAt) : undefined;
			const page = { where, key: notifications.createdAt, direction: "desc", after } as const;
			return ownedPage(db, notifications, owner, page, now);
		},

		find: (owner: Owner, id: string, now: number) =>
			db.read(
				db.orm
					.select()
					.from(notifications)
					.where(and(ownedBy(notifications.userId, owner, now), eq(notifications.id, id))),
			),

		newest: (owner: Owner, limit: number, now: number) => db.read(newest({ owner, limit, now })),

		/** Counts to 100, because the bell shows "99+". */
		countUnread: (owner: Owner, now: number) => db.read(unreadCount({ owner, now })),

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
