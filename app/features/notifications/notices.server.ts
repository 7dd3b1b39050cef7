import type { Database } from "../../db/client.server";
import type { Owner } from "../../db/owner";
import { decodeCursor, toPage } from "../../lib/page";
import type { Clock } from "../../platform/clock";
import { noticesRepo } from "./notices.repo.server";
import type { NoticeListQuery } from "./notices.schema";

export type Notices = ReturnType<typeof createNotices>;

/** The notices behind the bell. */
export function createNotices({ db, clock }: { db: Database; clock: Clock }) {
	const repo = noticesRepo(db);
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

		/** Reading what is read already, or is not the owner's, changes nothing. */
		async markRead(owner: Owner, id: string): Promise<void> {
			await db.write([repo.markRead(owner, id, clock())]);
		},

		async markAllRead(owner: Owner): Promise<void> {
			await db.write([repo.markRead(owner, null, clock())]);
		},
	};
}
