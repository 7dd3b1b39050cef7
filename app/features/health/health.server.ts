import type { Database } from "~/db/client.server";
import { differencesIn } from "~/db/comparison-round";
import { type StoredComparison, storedComparisons } from "~/db/task-position.server";
import type { Clock } from "~/lib/clock";
import { DAY, SECOND } from "~/lib/durations";
import type { FailureReason } from "~/lib/failure-reason";
import { withTimeout } from "~/lib/with-timeout";
import type { HealthPart, PartChecks } from "./health-part";
import { staleAfter } from "./uptime";
import { createUptimeRepo } from "./uptime.repo.server";

/** `unknown`: not checked yet, or not lately. */
type PartState = "working" | "failing" | "unknown";

/** Times in ISO 8601, UTC. */
export interface PartReport {
	readonly name: string;
	readonly state: PartState;
	/** Whether the shop counts as broken while it fails. */
	readonly isNeeded: boolean;
	readonly lastSuccess: string | null;
	readonly lastFailure: string | null;
	/** Of the last failure. */
	readonly reason: FailureReason | null;
}

interface ComparisonFigures {
	readonly compared: number;
	readonly differing: number;
	/** Domains that the service did not answer about. */
	readonly unanswered: number;
	/** Whether it took longer than its night. */
	readonly isLate: boolean;
}

export interface ComparisonReport {
	/** `comparison of zones`, `comparison with openprovider` */
	readonly name: string;
	/** When a round was last complete. Null if none ever was. */
	readonly lastEnded: string | null;
	readonly last: ComparisonFigures | null;
	/** The round that is not complete yet. */
	readonly current: (ComparisonFigures & { readonly began: string }) | null;
}

/** Counts end there, so that a report stays fast whatever the backlog. */
const countLimit = 1_000;

type Count = number | ">1000";

export interface HealthReport {
	/** False if the database does not answer, the crons have stopped, or something that customers need fails. */
	readonly ok: boolean;
	readonly dependencies: readonly PartReport[];
	/** Outbox events that failed too often. Null if the database did not respond. */
	readonly deadLetters: Count | null;
	/** Outbox events that are more than five minutes late. Null if the database did not respond. */
	readonly lateEffects: Count | null;
	/** What waits for a person at the desk. Null if the database did not respond. */
	readonly waitingForStaff: { readonly count: Count; readonly oldest: string | null } | null;
	/** The nightly comparisons. Null if the database did not respond. */
	readonly comparisons: readonly ComparisonReport[] | null;
	readonly checkedAt: string;
}

interface Dependencies {
	readonly db: Database;
	readonly clock: Clock;
	readonly parts: readonly Pick<HealthPart, "name" | "isNeeded">[];
	/** Counts up to `limit`. */
	readonly outboxHealth: (limit: number) => Promise<{ due: number; dead: number }>;
	/** Counts up to `limit`. `since`: the oldest, ms. */
	readonly waiting: (limit: number) => Promise<{ count: number; since: number | null }>;
}

export interface Health {
	/** Text of the status page. The Worker is running if it can return it. */
	summary(): string;
	/** Reads what the checks of every five minutes recorded. Waits at most two seconds for the database. */
	report(): Promise<HealthReport>;
}

const timeoutMs = 2 * SECOND;

const shownCount = (count: number): Count => (count > countLimit ? ">1000" : count);

const iso = (time: number | null | undefined): string | null => (time == null ? null : new Date(time).toISOString());

/** Reports what works, from recorded checks. Only the database is asked. */
export function createHealth({ db, clock, parts, outboxHealth, waiting }: Dependencies): Health {
	const repo = createUptimeRepo(db);

	/** Null after a failure or a timeout. */
	async function read() {
		try {
			const limit = countLimit + 1;
			const all = Promise.all([repo.parts(), outboxHealth(limit), storedComparisons(db), waiting(limit)]);
			const [checks, backlog, compared, queue] = await withTimeout(all, timeoutMs);
			return { checks, backlog, compared, queue };
		} catch {
			return null;
		}
	}

	return {
		summary: () => "Backend is running.",
		async report() {
			const found = await read();
			const now = clock();
			const checks = found?.checks ?? [];
			const dependencies = [
				databaseReport(found !== null, now),
				cronReport(checks, now),
				...parts.map((part) => partReport(part, checks, now)),
			];
			return {
				ok: dependencies.every(({ state, isNeeded }) => state !== "failing" || !isNeeded),
				dependencies,
				deadLetters: found && shownCount(found.backlog.dead),
				lateEffects: found && shownCount(found.backlog.due),
				waitingForStaff: found && { count: shownCount(found.queue.count), oldest: iso(found.queue.since) },
				comparisons: found?.compared.map(comparisonReport) ?? null,
				checkedAt: new Date(now).toISOString(),
			};
		},
	};
}

const comparisonReport = ({ task, round, last }: StoredComparison): ComparisonReport => ({
	name: task,
	lastEnded: iso(last?.endedAt),
	last: last && figuresOf(last),
	current: round.finished ? null : { ...figuresOf(round), began: iso(round.night * DAY) ?? "" },
});

type Counted = Omit<NonNullable<StoredComparison["last"]>, "endedAt">;

const figuresOf = ({ compared, unread, isLate, found }: Counted): ComparisonFigures => ({
	...{ compared, differing: differencesIn({ found }), unanswered: unread, isLate },
});

const databaseReport = (isWorking: boolean, now: number): PartReport => ({
	name: "Database",
	state: isWorking ? "working" : "failing",
	isNeeded: true,
	lastSuccess: isWorking ? iso(now) : null,
	lastFailure: isWorking ? null : iso(now),
	reason: isWorking ? null : "unreachable",
});

/** The crons check the parts, so old checks mean that no cron runs. */
function cronReport(checks: readonly PartChecks[], now: number): PartReport {
	const latest = checks.length === 0 ? null : Math.max(...checks.map(({ checkedAt }) => checkedAt));
	const hasStopped = latest !== null && now - latest >= staleAfter;
	return {
		name: "Crons",
		state: latest === null ? "unknown" : hasStopped ? "failing" : "working",
		isNeeded: true,
		lastSuccess: iso(latest),
		lastFailure: null,
		reason: hasStopped ? "late" : null,
	};
}

function partReport({ name, isNeeded }: Dependencies["parts"][number], checks: readonly PartChecks[], now: number) {
	const found = checks.find((one) => one.name === name);
	const isFresh = found !== undefined && now - found.checkedAt < staleAfter;
	const hasFailed = found?.checkedAt === found?.lastFailureAt;
	return {
		name,
		state: isFresh ? (hasFailed ? "failing" : "working") : "unknown",
		isNeeded,
		lastSuccess: iso(found?.lastSuccessAt),
		lastFailure: iso(found?.lastFailureAt),
		reason: found?.lastReason ?? null,
	} as const;
}
