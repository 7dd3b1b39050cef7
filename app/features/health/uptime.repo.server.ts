import { and, desc, eq, gte, inArray, isNotNull, isNull, lt, max, sql } from "drizzle-orm";
import { type Change, change, guarded, write } from "~/db/change.server";
import type { Database } from "~/db/client.server";
import { partChecks, serviceDays, serviceIncidents } from "~/db/schema";
import { DAY } from "~/lib/durations";
import type { CheckedService } from "./checked-services";
import type { PartChecks, PartResult } from "./health-part";
import type { Incident, ServiceDay } from "./uptime";

/** Incidents on one page. */
const shownIncidents = 20;

/** The results of one check of each service and part. */
export interface CheckResults {
	readonly now: number;
	/** Midnight UTC before `now`, in ms. */
	readonly day: number;
	/** Start of the interval that this check counts for, in ms. */
	readonly interval: number;
	readonly working: readonly CheckedService[];
	readonly failing: readonly CheckedService[];
	readonly parts: readonly PartResult[];
}

/** The checks of our services by day, and their interruptions. */
export function createUptimeRepo({ orm, read }: Pick<Database, "orm" | "read">) {
	/** Stale if the interval is counted already. */
	function count({ now, day, interval, working, failing }: CheckResults): Change {
		const row = (failures: number) => (service: CheckedService) =>
			({ day, service, checks: 1, failures, lastCheckAt: now }) as const;
		return guarded(
			orm
				.insert(serviceDays)
				.values([...working.map(row(0)), ...failing.map(row(1))])
				.onConflictDoUpdate({
					target: [serviceDays.day, serviceDays.service],
					set: {
						checks: sql`${serviceDays.checks} + 1`,
						failures: sql`${serviceDays.failures} + excluded.failures`,
						lastCheckAt: now,
					},
					setWhere: lt(serviceDays.lastCheckAt, interval),
				}),
		);
	}

	/** A service that already has an open incident keeps it. */
	const beginIncidents = (failing: readonly CheckedService[], startedAt: number): Change =>
		write(
			orm
				.insert(serviceIncidents)
				.values(failing.map((service) => ({ service, startedAt })))
				.onConflictDoNothing(),
		);

	const endIncidents = (working: readonly CheckedService[], endedAt: number): Change =>
		write(
			orm
				.update(serviceIncidents)
				.set({ endedAt })
				.where(and(inArray(serviceIncidents.service, [...working]), isNull(serviceIncidents.endedAt))),
		);

	const recordPart =
		(now: number) =>
		({ part: { name }, failure }: PartResult): Change => {
			const checked = failure === null ? { lastSuccessAt: now } : { lastFailureAt: now, lastReason: failure };
			const set = { checkedAt: now, ...checked };
			return write(
				orm
					.insert(partChecks)
					.values({ name, ...set })
					.onConflictDoUpdate({ target: partChecks.name, set }),
			);
		};

	/** Parts that the configuration no longer has. */
	const forgetParts = (now: number): Change => write(orm.delete(partChecks).where(lt(partChecks.checkedAt, now - DAY)));

	return {
		/** When the services were last checked on this day. Null if they were not. */
		async lastCheck(day: number): Promise<number | null> {
			const last = max(serviceDays.lastCheckAt);
			return (await read(orm.select({ last }).from(serviceDays).where(eq(serviceDays.day, day))))[0]?.last ?? null;
		},

		/** Counts a check of each service, and begins and ends incidents. Stale if the interval is counted already. */
		record: (results: CheckResults): Change =>
			change(
				count(results),
				results.failing.length > 0 && beginIncidents(results.failing, results.now),
				results.working.length > 0 && endIncidents(results.working, results.now),
				...results.parts.map(recordPart(results.now)),
				forgetParts(results.now),
			),

		parts: (): Promise<PartChecks[]> => read(orm.select().from(partChecks)),

		days: (since: number): Promise<ServiceDay[]> =>
			read(orm.select().from(serviceDays).where(gte(serviceDays.day, since))),

		/** The newest ones that have ended, newest first. */
		endedIncidents: (since: number): Promise<Incident[]> =>
			read(
				orm
					.select()
					.from(serviceIncidents)
					.where(and(gte(serviceIncidents.startedAt, since), isNotNull(serviceIncidents.endedAt)))
					.orderBy(desc(serviceIncidents.startedAt))
					.limit(shownIncidents),
			),

		openIncidents: (): Promise<Incident[]> =>
			read(orm.select().from(serviceIncidents).where(isNull(serviceIncidents.endedAt))),
	};
}
