import { type ActivityEntry, logged } from "~/db/activity-log.server";
import type { Database, Statement } from "~/db/client.server";
import type { Owner } from "~/db/owner";
import type { Clock } from "~/lib/clock";
import { decodeCursor, toPage } from "~/lib/page";
import { fail, ok, type Result } from "~/lib/result";
import { type ActivityFilter, createActivityRepo } from "./activity.repo.server";

export type Activity = ReturnType<typeof createActivity>;

type Statements = readonly [Statement, ...Statement[]];

/** The log of what was done in an account, which its customer reads. */
export function createActivity({ db, clock }: { db: Database; clock: Clock }) {
	const repo = createActivityRepo(db);
	return {
		/** Newest first. */
		recent: (owner: Owner, limit = 8) => repo.recent(owner, limit, clock()),

		async list(owner: Owner, { after, ...filter }: ActivityFilter & { after?: string | undefined } = {}) {
			const rows = await repo.list(owner, filter, decodeCursor(after), clock());
			return toPage(rows, (row) => [row.createdAt, row.id]);
		},

		/** Statement for the batch of what it tells about. */
		record: (entry: ActivityEntry, owner: Owner) => logged(db, entry, owner, clock()),

		/**
		 * Carries out a change, the customer's own unless the entry names another actor, and tells of it, both or neither.
		 * The first statement must change a row: it carries the owner in its WHERE, and `missing` answers for what is not
		 * there or somebody else's.
		 */
		async carryOut(
			owner: Owner,
			[change, ...more]: Statements,
			entry: Omit<ActivityEntry, "actor"> & Partial<Pick<ActivityEntry, "actor">>,
			missing: string,
		): Promise<Result<null>> {
			const written = await db.attempt([
				change,
				db.mustChange(),
				...more,
				logged(db, { actor: "customer", ...entry }, owner, clock()),
			]);
			return written ? ok(null) : fail("not_found", missing);
		},
	};
}
