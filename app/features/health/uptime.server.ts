import type { Database } from "~/db/client.server";
import type { Clock } from "~/lib/clock";
import { SECOND } from "~/lib/durations";
import { errorMessage } from "~/lib/error-message";
import { withTimeout } from "~/lib/with-timeout";
import { type CheckedService, checkedServices } from "./checked-services";
import { dayOf, figureOf, firstShownDay, intervalOf, type StoredChecks, type UptimeFigure } from "./uptime";
import { createUptimeRepo } from "./uptime.repo.server";

/** Longer than a search may take. */
const timeoutMs = 10 * SECOND;

interface Dependencies {
	readonly db: Database;
	readonly clock: Clock;
	/** Each resolves if its service works. They cost nothing and change nothing. */
	readonly probes: Readonly<Record<CheckedService, () => Promise<unknown>>>;
}

export type Uptime = ReturnType<typeof createUptime>;

/** Checks our services every five minutes and counts the results by day. */
export function createUptime({ db, clock, probes }: Dependencies) {
	const repo = createUptimeRepo(db);

	/** Tries twice, so that one lost packet is no interruption. */
	async function works(service: CheckedService): Promise<boolean> {
		for (let attempt = 1; ; attempt += 1) {
			try {
				await withTimeout(Promise.resolve().then(probes[service]), timeoutMs);
				return true;
			} catch (error) {
				if (attempt < 2) continue;
				console.warn(`Check of ${service} failed:`, errorMessage(error));
				return false;
			}
		}
	}

	return {
		/** Checks each service, unless this was done in the current interval. Safe to run in parallel. */
		async check(): Promise<void> {
			const now = clock();
			const [day, interval] = [dayOf(now), intervalOf(now)];
			if (((await repo.lastCheck(day)) ?? 0) >= interval) return;
			const results = await Promise.all(
				checkedServices.map(async (service) => ({ service, isWorking: await works(service) })),
			);
			const those = (isWorking: boolean) =>
				results.filter((result) => result.isWorking === isWorking).map(({ service }) => service);
			await db.commit(repo.record({ now, day, interval, working: those(true), failing: those(false) }), now);
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
