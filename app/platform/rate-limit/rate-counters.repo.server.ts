import { and, eq, gt, inArray, sql } from "drizzle-orm";
import { write } from "~/db/change.server";
import type { Database } from "~/db/client.server";
import { insertSelect } from "~/db/insert-select";
import { rateCounters } from "~/db/schema";

/** A limit with its counter's key. Milliseconds. */
export interface CountedLimit {
	readonly key: string;
	readonly limit: number;
	readonly windowMs: number;
	readonly firstMs: number;
	readonly maxMs: number;
	readonly cost: number;
}

type Counter = Pick<typeof rateCounters.$inferSelect, "key" | "windowStart" | "count" | "lastAt">;

/** Milliseconds until this limit allows the attempt, 0 if it does now. Same rule as in the statement below. */
export function waitOf(
	{ limit, windowMs, firstMs, maxMs, cost }: CountedLimit,
	counter: Counter | undefined,
	now: number,
) {
	if (!counter || !live(counter, windowMs, now) || counter.count === 0 || counter.count + cost <= limit) return 0;
	const delay = Math.min(maxMs, firstMs * 2 ** Math.min(20, Math.max(0, counter.count - limit)));
	return Math.max(0, Math.min(counter.lastAt + delay, counter.windowStart + windowMs) - now);
}

/** Ignores windows that start in the future, which come from a clock that was ahead. */
const live = ({ windowStart }: Counter, windowMs: number, now: number) =>
	windowStart > now - windowMs && windowStart <= now;

/** Counters of the exact rate limits. */
export function createRateCountersRepo(db: Database) {
	return {
		/**
		 * Counts an attempt in all limits or in none, in one statement, so that parallel attempts can't exceed a limit.
		 * Returns the updated counters. A retry after a lost response counts twice, which is harmless.
		 */
		async count(limits: readonly CountedLimit[], now: number): Promise<{ counted: boolean; counters: Counter[] }> {
			const { key, windowStart, count, lastAt } = rateCounters;
			const current = sql`
				with limits as (
					select value->>'key' as "key", value->>'limit' as "most", value->>'windowMs' as "window",
						value->>'firstMs' as "first_delay", value->>'maxMs' as "most_delay", value->>'cost' as "cost"
					from json_each(${JSON.stringify(limits)})
				), current as (
					select limits.*, coalesce(${windowStart}, 0) as "start", coalesce(${count}, 0) as "count",
						coalesce(${lastAt}, 0) as "last",
						coalesce(${windowStart} > ${now} - "window" and ${windowStart} <= ${now}, 0) as "live"
					from limits left join ${rateCounters} on ${key} = limits."key"
				) `;
			const attempt = {
				key: sql`"key"`,
				windowStart: sql`iif("live", "start", ${now})`,
				count: sql`iif("live", "count", 0) + "cost"`,
				lastAt: now,
			};
			const ifAllowed = sql`from current where not exists (
					select 1 from current where "live" and "count" > 0 and "count" + "cost" > "most"
						and ${now} < "last" + min("most_delay", "first_delay" << min(20, max(0, "count" - "most")))
				)`;
			const excluded = (column: typeof windowStart | typeof count | typeof lastAt) =>
				sql`excluded.${sql.identifier(column.name)}`;
			const [counted, counters] = await Promise.all([
				db.read(
					insertSelect(db, rateCounters, attempt, ifAllowed, current)
						.onConflictDoUpdate({
							target: key,
							set: { windowStart: excluded(windowStart), count: excluded(count), lastAt: excluded(lastAt) },
						})
						.returning({ key }),
				),
				db.read(
					db.orm
						.select()
						.from(rateCounters)
						.where(
							inArray(
								key,
								limits.map((limit) => limit.key),
							),
						),
				),
			]);
			return { counted: counted.length > 0, counters };
		},

		/** Takes one attempt back. */
		uncount: (key: string) =>
			write(
				db.orm
					.update(rateCounters)
					.set({ count: sql`${rateCounters.count} - 1` })
					.where(and(eq(rateCounters.key, key), gt(rateCounters.count, 0))),
			),

		remove: (key: string) => write(db.orm.delete(rateCounters).where(eq(rateCounters.key, key))),
	};
}
