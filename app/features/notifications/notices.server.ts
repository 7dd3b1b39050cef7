import type { Database } from "../../db/client.server";
import type { Owner } from "../../db/owner";
import { decodeCursor, toPage } from "../../lib/page";
import type { Clock } from "../../platform/clock";
import type { Activity } from "../activity/activity.server";
import { noticesRepo } from "./notices.repo.server";
import type { NoticeListQuery } from "./notices.schema";

interface Dependencies {
	readonly db: Database;
	readonly clock: Clock;
	readonly activity: Pick<Activity, "record">;
}

/** The notices behind the bell. */
export function createNotices({ db, clock, activity }: Dependencies) {
	const repo = noticesRepo(db);

	/** What is read already, or is not the owner's, changes nothing. */
	async function read(owner: Owner, id: string | null): Promise<void> {
		const message = id === null ? "Marked all notifications as read." : repo.sentence("Marked as read: ", id);
		const entry = { actor: "customer", kind: "notices.read", message, ...(id !== null && { subjectId: id }) } as const;
		await db.attempt([repo.markRead(owner, id, clock()), db.mustChange(), activity.record(entry, owner)]);
	}

	return {
		async list(owner: Owner, { tab, after }: NoticeListQuery = { tab: "all" }) {
			const rows = await repo.list(owner, tab, decodeCursor(after), clock());
			return toPage(rows, (row) => [row.createdAt, row.id]);
		},

		newest: (owner: Owner, limit: number) => repo.list(owner, "all", null, clock(), limit),

		async unread(owner: Owner): Promise<number> {
			const [row] = await repo.countUnread(owner, clock());
			return row?.count ?? 0;
		},

		markRead: (owner: Owner, id: string) => read(owner, id),
		markAllRead: (owner: Owner) => read(owner, null),
	};
}
