import { and, eq, gt, sql } from "drizzle-orm";
import type { Database } from "../../db/client.server";
import { rateCounters } from "../../db/schema";

/** The statements of the exact counters. */
export function rateCountersRepo(db: Database) {
	return {
		/**
		 * Counts one more attempt and answers the count and the start of its window: one upsert, so that parallel attempts
		 * can't slip through together. It travels with the reads of the same turn; sent again after a lost answer it
		 * would count twice, which does no harm.
		 */
		async count(key: string, windowMs: number, now: number) {
			const { windowStart } = rateCounters;
			// One that begins in the future is of a clock that was ahead: nobody waits for that time.
			const over = sql`(${windowStart} <= ${now - windowMs} or ${windowStart} > ${now})`;
			const rows = await db.read(
				db.orm
					.insert(rateCounters)
					.values({ key, windowStart: now, count: 1 })
					.onConflictDoUpdate({
						target: rateCounters.key,
						set: {
							count: sql`case when ${over} then 1 else ${rateCounters.count} + 1 end`,
							windowStart: sql`case when ${over} then ${now} else ${rateCounters.windowStart} end`,
						},
					})
					.returning({ count: rateCounters.count, windowStart: rateCounters.windowStart }),
			);
			return rows[0] ?? { count: 1, windowStart: now };
		},

		/** Statement: one attempt fewer. */
		uncount: (key: string) =>
			db.orm
				.update(rateCounters)
				.set({ count: sql`${rateCounters.count} - 1` })
				.where(and(eq(rateCounters.key, key), gt(rateCounters.count, 0))),

		remove: (key: string) => db.orm.delete(rateCounters).where(eq(rateCounters.key, key)),
	};
}
