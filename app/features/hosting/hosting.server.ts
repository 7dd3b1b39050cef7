import type { Database } from "../../db/client.server";
import type { Owner } from "../../db/owner";
import { countThisMonth } from "../../lib/dates";
import { decodeCursor, toPage } from "../../lib/page";
import { type Clock, DAY } from "../../platform/clock";
import type { HostingType } from "./hosting";
import { hostingRepo } from "./hosting.repo.server";

export type Hosting = ReturnType<typeof createHosting>;

/** What a customer sees of their own hosting plans. */
export function createHosting({ db, clock }: { db: Database; clock: Clock }) {
	const repo = hostingRepo(db);
	return {
		async list(owner: Owner, { tab, after }: { tab: HostingType; after?: string }) {
			const rows = await repo.list(owner, tab, decodeCursor(after), clock());
			return toPage(rows, (row) => [row.createdAt, row.id]);
		},

		/** The first plans, of either type. */
		first: (owner: Owner, limit: number) => repo.list(owner, null, null, clock(), limit),

		/** `renewalsIn(timezone)`: how many are due in the calendar month that it is there. */
		async summary(owner: Owner) {
			const now = clock();
			const [byStatus, renewals] = await Promise.all([
				repo.countByStatus(owner, now),
				// Wide enough for the month that it is in any zone.
				repo.renewals(owner, now - 32 * DAY, now + 32 * DAY, now),
			]);
			const total = byStatus.reduce((sum, { count }) => sum + count, 0);
			const times = renewals.map(({ expiresAt }) => expiresAt);
			return {
				total,
				active: byStatus.find(({ status }) => status === "active")?.count ?? 0,
				renewalsIn: (timezone: string) => countThisMonth(times, now, timezone),
			};
		},

		search: (owner: Owner, text: string, limit: number) => repo.search(owner, text, limit, clock()),
	};
}
