import type { Database } from "~/db/client.server";
import type { Owner } from "~/db/owner";
import type { Clock } from "~/lib/clock";
import { decodeCursor, toPage } from "~/lib/page";
import { type ActivityFilter, createActivityRepo } from "./activity.repo.server";

export type Activity = ReturnType<typeof createActivity>;

/** The activity log of an account. */
export function createActivity({ db, clock }: { db: Database; clock: Clock }) {
	const repo = createActivityRepo(db);
	return {
		/** Newest first. */
		recent: (owner: Owner, limit = 8) => repo.recent(owner, limit, clock()),

		async list(owner: Owner, { after, ...filter }: ActivityFilter & { after?: string | undefined } = {}) {
			const rows = await repo.list(owner, filter, decodeCursor(after), clock());
			return toPage(rows, (row) => [row.createdAt, row.id]);
		},
	};
}
