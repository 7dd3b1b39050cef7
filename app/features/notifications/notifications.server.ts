import { change, log } from "~/db/change.server";
import type { Database } from "~/db/client.server";
import type { Owner } from "~/db/owner";
import type { Clock } from "~/lib/clock";
import { kenya } from "~/lib/dates";
import { decodeCursor, toPage } from "~/lib/page";
import { fail, ok, type Result } from "~/lib/result";
import { notificationText } from "./notification-text";
import { createNotificationsRepo } from "./notifications.repo.server";
import type { NotificationListQuery } from "./notifications.schema";

interface Dependencies {
	readonly db: Database;
	readonly clock: Clock;
}

/** A customer's own notifications. */
export function createNotifications({ db, clock }: Dependencies) {
	const repo = createNotificationsRepo(db);

	/** Changes nothing if it is read already or not the owner's. */
	async function read(owner: Owner, id: string | null): Promise<void> {
		const now = clock();
		const entry = { kind: "notifications.read", actor: "customer", params: { all: id === null }, owner } as const;
		await db.commit(
			change(repo.markRead(owner, id, now), log({ ...entry, ...(id !== null && { subjectId: id }) })),
			now,
		);
	}

	return {
		async list(owner: Owner, { tab, after }: Omit<NotificationListQuery, "month"> = { tab: "all" }) {
			const rows = await repo.list(owner, tab, decodeCursor(after), clock());
			return toPage(rows, (row) => [row.createdAt, row.id]);
		},

		newest: (owner: Owner, limit: number) => repo.newest(owner, limit, clock()),

		async unread(owner: Owner): Promise<number> {
			const [row] = await repo.countUnread(owner, clock());
			return row?.count ?? 0;
		},

		/** Marks it as read. Returns the address of its page, or null if it has none. */
		async open(owner: Owner, id: string): Promise<Result<string | null>> {
			const [notification] = await repo.find(owner, id, clock());
			if (!notification) return fail("not_found", "This notification no longer exists.");
			if (notification.readAt === null) await read(owner, id);
			return ok(notificationText(notification, kenya).href);
		},

		markRead: (owner: Owner, id: string) => read(owner, id),
		markAllRead: (owner: Owner) => read(owner, null),
	};
}
