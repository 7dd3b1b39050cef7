import { change, log } from "~/db/change.server";
import type { Database } from "~/db/client.server";
import type { Owner } from "~/db/owner";
import type { Clock } from "~/lib/clock";
import { kenya } from "~/lib/dates";
import { decodeCursor, toPage } from "~/lib/page";
import { fail, ok, type Result } from "~/lib/result";
import { createNoticesRepo } from "./notices.repo.server";
import type { NoticeListQuery } from "./notices.schema";
import { notificationText } from "./notification-text";

interface Dependencies {
	readonly db: Database;
	readonly clock: Clock;
}

/** The notices behind the bell. */
export function createNotices({ db, clock }: Dependencies) {
	const repo = createNoticesRepo(db);

	/** What is read already, or is not the owner's, changes nothing. */
	async function read(owner: Owner, id: string | null): Promise<void> {
		const now = clock();
		const entry = { kind: "notices.read", actor: "customer", params: { all: id === null }, owner } as const;
		await db.commit(
			change(repo.markRead(owner, id, now), log({ ...entry, ...(id !== null && { subjectId: id }) })),
			now,
		);
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

		/** Marks it as read and gives the address of what it is about; null where it is about nothing that has one. */
		async open(owner: Owner, id: string): Promise<Result<string | null>> {
			const [notice] = await repo.one(owner, id, clock());
			if (!notice) return fail("not_found", "This notification is not here any more.");
			if (notice.readAt === null) await read(owner, id);
			return ok(notificationText(notice, kenya).href);
		},

		markRead: (owner: Owner, id: string) => read(owner, id),
		markAllRead: (owner: Owner) => read(owner, null),
	};
}
