import type { Database } from "../../db/client.server";
import type { Owner } from "../../db/owner";
import { decodeCursor, toPage } from "../../lib/page";
import type { Clock } from "../../platform/clock";
import { activityRepo } from "./activity.repo.server";

export type Activity = ReturnType<typeof createActivity>;

export function createActivity({ db, clock }: { db: Database; clock: Clock }) {
	const repo = activityRepo(db);
	return {
		/** Newest first. */
		recent: (owner: Owner, limit = 8) => repo.recent(owner, limit, clock()),

		async list(owner: Owner, after?: string) {
			const rows = await repo.list(owner, decodeCursor(after), clock());
			return toPage(rows, (row) => [row.createdAt, row.id]);
		},

		/** Statement for the batch of what it tells about. */
		record: (entry: Parameters<typeof repo.record>[0], owner: Owner) => repo.record(entry, owner, clock()),
	};
}
