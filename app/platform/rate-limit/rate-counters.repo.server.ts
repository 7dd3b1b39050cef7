import { and, eq, gt, inArray, sql } from "drizzle-orm";
import { write } from "~/db/change.server";
import type { Database } from "~/db/client.server";
import { insertSelect } from "~/db/insert-select";
import { rateCounters } from "~/db/schema";

/** One limit as the statement reads it. Milliseconds. */
export interface CountedLimit {
	readonly key: string;
	readonly limit: number;
	readonly windowMs: number;
	readonly firstMs: number;
	readonly maxMs: number;
	readonly cost: number;
}

type Counter = Pick<typeof rateCounters.$inferSelect, "key" | "windowStart" | "count" | "lastAt">;

/** Milliseconds until this limit allows the attempt; 0 if it does now. The statement below decides by the same rule. */
export function waitOf(
	{ limit, windowMs, firstMs, maxMs, cost }: CountedLimit,
	counter: Counter | undefined,
	now: number,
) {
	if (!counter || !live(counter, windowMs, now) || counter.count === 0 || counter.count + cost <= limit) return 0;
	const delay = Math.min(maxMs, firstMs * 2 ** Math.min(20, Math.max(0, counter.count - limit)));
	return Math.max(0, Math.min(counter.lastAt + delay, counter.windowStart + windowMs) - now);
}

/** A window that begins in the future is from a clock that was ahead: it does not count. */
const live = ({ windowStart }: Counter, windowMs: number, now: number) =>
	windowStart > now - windowMs && windowStart <= now;

/** The statements of the exact counters. */
export function createRateCountersRepo(db: Database) {
	return {
		/**
		 * Counts an attempt under all limits or under none: one statement, so that parallel attempts can't slip through
		 * together. Returns the counters as they are afterwards. Sent again after a lost answer it counts twice, which
		 * does no harm.
		 */
		async count(limits: readonly CountedLimit[], now: number): Promise<{ counted: boolean; counters: Counter[] }> {
			const { key, windowStart, count, lastAt } = rateCounters;
			const standings = sql`
				with limits as (
					select value->>'key' as "key", value->>'limit' as "most", value->>'windowMs' as "window",
						value->>'firstMs' as "first_delay", value->>'maxMs' as "most_delay", value->>'cost' as "cost"
					from json_each(${JSON.stringify(limits)})
				), standing as (
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
			const admitted = sql`from standing where not exists (
					select 1 from standing where "live" and "count" > 0 and "count" + "cost" > "most"
						and ${now} < "last" + min("most_delay", "first_delay" << min(20, max(0, "count" - "most")))
				)`;
			const excluded = (column: typeof windowStart | typeof count | typeof lastAt) =>
				sql`excluded.${sql.identifier(column.name)}`;
			const [counted, counters] = await Promise.all([
				db.read(
					insertSelect(db, rateCounters, attempt, admitted, standings)
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

		/** One attempt fewer. */
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
