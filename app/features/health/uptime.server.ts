import type { Database } from "~/db/client.server";
import type { Clock } from "~/lib/clock";
import { SECOND } from "~/lib/durations";
import { failureReason } from "~/lib/failure-reason";
import { logger } from "~/lib/log.server";
import { withTimeout } from "~/lib/with-timeout";
import { checkedServices } from "./checked-services";
import type { HealthPart, PartResult } from "./health-part";
import { dayOf, figureOf, firstShownDay, intervalOf, type StoredChecks, type UptimeFigure } from "./uptime";
import { createUptimeRepo } from "./uptime.repo.server";

/** Longer than a search may take. */
const timeoutMs = 10 * SECOND;

interface Dependencies {
	readonly db: Database;
	readonly clock: Clock;
	readonly parts: readonly HealthPart[];
}

export type Uptime = ReturnType<typeof createUptime>;

/** Checks our services every five minutes and counts the results by day. */
export function createUptime({ db, clock, parts }: Dependencies) {
	const repo = createUptimeRepo(db);

	/** Tries twice, so that one lost packet is no interruption. */
	async function check(part: HealthPart): Promise<PartResult> {
		for (let attempt = 1; ; attempt += 1) {
			try {
				await withTimeout(Promise.resolve().then(part.probe), timeoutMs);
				return { part, failure: null };
			} catch (error) {
				if (attempt < 2) continue;
				logger.warn("check_failed", { part: part.name.replace(/\W+/g, "_"), error });
				return { part, failure: failureReason(error) };
			}
		}
	}

	return {
		/** Checks each part, unless this was done in the current interval. Safe to run in parallel. */
		async check(): Promise<void> {
			const now = clock();
			const [day, interval] = [dayOf(now), intervalOf(now)];
			if (((await repo.lastCheck(day)) ?? 0) >= interval) return;
			const results = await Promise.all(parts.map(check));
			const failing = checkedServices.filter((service) =>
				results.some(({ part, failure }) => part.service === service && failure !== null),
			);
			const working = checkedServices.filter((service) => !failing.includes(service));
			await db.commit(repo.record({ now, day, interval, working, failing, parts: results }), now);
		},

		/** The checks of the last 90 days. */
		async stored(): Promise<StoredChecks> {
			const since = firstShownDay(clock());
			const [days, open, ended] = await Promise.all([
				repo.days(since),
				repo.openIncidents(),
				repo.endedIncidents(since),
			]);
			return { days, incidents: [...open, ...ended] };
		},

		/** Null in the first week. */
		async figure(): Promise<UptimeFigure | null> {
			return figureOf(await repo.days(firstShownDay(clock())));
		},
	};
}
