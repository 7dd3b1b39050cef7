import type { Clock } from "~/lib/clock";
import { MINUTE, SECOND } from "~/lib/durations";
import { logger } from "~/lib/log.server";
import { timeBudget } from "~/lib/time-budget";
import { withTimeout } from "~/lib/with-timeout";
import { type CallPace, NotNow } from "~/platform/call-pace/call-pace";
import { type Change, change } from "./change.server";
import type { Database } from "./client.server";
import { createComparisonMarks } from "./comparison-marks.server";
import {
	addKinds,
	type ComparisonState,
	differencesIn,
	firstRound,
	nightOf,
	parseState,
	type Round,
} from "./comparison-round";
import { reportProblem, resolveProblem } from "./problems.server";
import { createTaskPosition, type TaskName } from "./task-position.server";

export type { Round } from "./comparison-round";

/** Rows in D1 that one page reads. */
const pageSize = 500;

/**
 * Pages of one run. Each takes two or three of the 1,000 calls of D1 that a run may make, and about 2,000 rows of the
 * 600,000 that the bench allows for all tasks of a minute (`npm run bench -- full`).
 */
const mostPages = 100;

/** A Worker has six connections at once, and other tasks of the same run need some. */
const atOnce = 4;

/** Rows that are loaded to be compared one by one. */
const chunkSize = 40;

const compareTimeoutMs = 15 * SECOND;

/** PowerDNS reads all its zones before it sends the first. */
const listTimeoutMs = 2 * MINUTE;

/** Longer than other tasks, because a service whose calls are limited answers one call a second. */
const runMs = 45 * SECOND;

/** Until when no other run starts, if this one is cut off. */
const leaseMs = 4 * MINUTE;

/** After this many runs in which the service answered nothing, the rows are passed over. */
const mostSilences = 5;

/** After this many runs without an answer, rows are compared without the list. */
const mostListSilences = 30;

/** From this many differences in one round, staff get an email. */
const manyDifferences = 10;

/** What a page of the service's list says about our rows. Rows that are in no page are compared one by one. */
export interface Matched<Row> {
	/** Rows that need no further comparison tonight. */
	readonly handled: readonly string[];
	/** Those of them that differ. */
	readonly differing: readonly Differing<Row>[];
	/** Versions that are new. */
	readonly changed: readonly { readonly id: string; readonly version: string }[];
}

export interface Comparison<Row extends { readonly id: string }, Entry> {
	readonly task: TaskName;
	/** How many rows one run may compare one by one. A run starts every minute. */
	readonly perRun: number;
	/** Makes calls when the service's budget allows it. */
	readonly pace: CallPace;
	/** The next entries of what the service has, and where the list continues. Without it, rows are compared one by one. */
	readonly list?:
		| ((cursor: string | null) => Promise<{ readonly entries: readonly Entry[]; readonly next: string | null }>)
		| undefined;
	match(entries: readonly Entry[], round: Round): Promise<Matched<Row>>;
	/** The ids of the next rows, in their order, and the last id that was read. Null after the last row. */
	page(after: string, limit: number): Promise<{ readonly ids: readonly string[]; readonly last: string | null }>;
	/** The rows of these ids that can be compared now, in the order of their ids. */
	load(ids: readonly string[]): Promise<readonly Row[]>;
	/** What differs, in words for staff: one key for each kind. @throws if the service does not answer */
	compare(row: Row): Promise<readonly string[]>;
	/** Queues the repair of what differs. `round`: without these differences. */
	repair(differing: readonly Differing<Row>[], round: Round): Promise<void>;
}

export interface Differing<Row> {
	readonly row: Row;
	readonly kinds: readonly string[];
}

type Result = readonly string[] | "unread" | "not_asked";

/**
 * Compares our rows with another service, in one round each night. First it reads the service's list, then it compares
 * one by one what the list does not show as equal. A run does a part of it and stores its position. A service that does
 * not answer is asked again by the next run.
 */
export function createNightlyComparison<Row extends { readonly id: string }, Entry>(
	{ db, clock }: { readonly db: Database; readonly clock: Clock },
	{ task, perRun, pace, list, match, page, load, compare, repair }: Comparison<Row, Entry>,
) {
	const position = createTaskPosition(db, task);
	const marks = createComparisonMarks(db, task);

	/** Tonight's round, or an earlier one that is not finished. Null if tonight's is finished or another run works on it. */
	function currentRound(state: ComparisonState | undefined): Round | null {
		const [now, night] = [clock(), nightOf(clock())];
		if (!state) return firstRound(night);
		if (state.busyUntil > now) return null;
		const { round } = state;
		if (!round.finished) return round;
		return round.night < night ? firstRound(night) : null;
	}

	/** Stores the state as long as no other run has changed it. */
	function createStore(stored: string | null, last: ComparisonState["last"]) {
		let current = stored;
		return async (round: Round, busyUntil: number, ...changes: readonly (Change | false)[]): Promise<boolean> => {
			const now = clock();
			const { compared, unread, found, isLate } = round;
			const ended = round.finished ? { endedAt: now, compared, unread, found, isLate } : last;
			const next = JSON.stringify({ round, busyUntil, last: ended } satisfies ComparisonState);
			const committed = await db.commit(change(position.replace(current, next, now), ...changes), now);
			if (committed.state === "ok") current = next;
			return committed.state === "ok";
		};
	}

	async function attempt(row: Row): Promise<Result> {
		try {
			return await pace(() => withTimeout(compare(row), compareTimeoutMs));
		} catch (error) {
			if (error instanceof NotNow) return "not_asked";
			logger.warn("comparison_failed", { task, domainId: row.id, error });
			return "unread";
		}
	}

	/** Leaves out rows that have changed while the service was asked, because its answer may be newer or older than the row. */
	async function unchanged(differing: readonly Differing<Row>[]): Promise<readonly Differing<Row>[]> {
		if (differing.length === 0) return [];
		const rows = await load(differing.map(({ row }) => row.id));
		const current = new Map(rows.map((row) => [row.id, JSON.stringify(row)]));
		return differing.filter(({ row }) => current.get(row.id) === JSON.stringify(row));
	}

	/** Compares some rows. Returns the round after them, or before them if the service answers nothing (`stopped`). */
	async function compareSome(rows: readonly Row[], round: Round) {
		const results = await Promise.all(rows.map(attempt));
		if (results.includes("not_asked")) return { stopped: true, round, equal: [] };
		const unread = results.filter((result) => result === "unread").length;
		if (unread === rows.length && round.silences < mostSilences)
			return { stopped: true, round: { ...round, silences: round.silences + 1 }, equal: [] };
		const differing = await unchanged(
			rows.flatMap((row, index) => {
				const kinds = results[index] ?? [];
				return typeof kinds === "string" || kinds.length === 0 ? [] : [{ row, kinds }];
			}),
		);
		if (differing.length > 0) await repair(differing, round);
		return {
			stopped: false,
			round: {
				...round,
				after: rows.at(-1)?.id ?? round.after,
				compared: round.compared + rows.length - unread,
				unread: round.unread + unread,
				silences: 0,
				found: addKinds(
					round.found,
					differing.flatMap(({ kinds }) => kinds),
				),
			},
			equal: rows.flatMap(({ id }, index) => (results[index]?.length === 0 ? [id] : [])),
		};
	}

	/** Reads the next page of the service's list. Undefined if it does not answer. */
	async function nextPage({ cursor }: Round) {
		try {
			return list && (await pace(() => withTimeout(list(cursor), listTimeoutMs)));
		} catch (error) {
			if (!(error instanceof NotNow)) logger.warn("comparison_failed", { task, operation: "list", error });
			return undefined;
		}
	}

	async function readList(first: Round, store: ReturnType<typeof createStore>, isOver: () => boolean): Promise<Round> {
		let round = first;
		for (let pages = 0; pages < mostPages && round.stage === "listing" && !isOver(); pages += 1) {
			const listed = await nextPage(round);
			if (!listed)
				return round.silences < mostListSilences
					? { ...round, silences: round.silences + 1 }
					: { ...round, stage: "checking", silences: 0 };
			const { handled, differing, changed } = await match(listed.entries, round);
			if (differing.length > 0) await repair(differing, round);
			const kept = marks.keep(round.pages, round.night, handled);
			round = {
				...round,
				stage: listed.next === null ? "checking" : "listing",
				cursor: listed.next,
				pages: round.pages + 1,
				compared: round.compared + handled.length,
				silences: 0,
				found: addKinds(
					round.found,
					differing.flatMap(({ kinds }) => kinds),
				),
			};
			const isStored = await store(round, clock() + leaseMs, kept, changed.length > 0 && marks.list(changed));
			if (!isStored) return round;
		}
		return round;
	}

	async function checkRest(first: Round, isOver: () => boolean) {
		let round = first;
		const isListed = await marks.load(round.night);
		const checkedAt = clock();
		const equal: string[] = [];
		let left = perRun;
		/** Returns whether all of them were compared. */
		async function compareAll(ids: readonly string[]): Promise<boolean> {
			for (let from = 0; from < ids.length; from += chunkSize) {
				const chunk = ids.slice(from, from + chunkSize);
				const rows = await load(chunk);
				for (let done = 0; done < rows.length; ) {
					if (left <= 0 || isOver()) return false;
					const some = rows.slice(done, done + Math.min(atOnce, left));
					const compared = await compareSome(some, round);
					round = compared.round;
					if (compared.stopped) return false;
					equal.push(...compared.equal);
					done += some.length;
					left -= some.length;
				}
				round = { ...round, after: chunk.at(-1) ?? round.after };
			}
			return true;
		}
		for (let pages = 0; pages < mostPages && !round.finished && !isOver(); pages += 1) {
			const { ids, last } = await page(round.after, pageSize);
			const isComplete = await compareAll(ids.filter((id) => !isListed(id)));
			if (!isComplete) break;
			round = last === null ? { ...round, finished: true } : { ...round, after: last };
		}
		return { round, confirmed: equal.length > 0 && marks.confirm(equal, checkedAt) };
	}

	/** Staff get an email about a round with many differences, and about a round that took longer than its night. */
	function reportOn(round: Round, becameLate: boolean): Change | false {
		const { compared, unread, found, finished } = round;
		const now = clock();
		const many = { kind: "comparison", subject: task } as const;
		const late = { kind: "late-comparison", subject: task } as const;
		const about = { comparison: task, compared, unread, found };
		if (becameLate) return reportProblem(db, { ...late, about: { ...about, isLate: true } }, now);
		if (!finished) return false;
		return change(
			differencesIn(round) + unread >= manyDifferences
				? reportProblem(db, { ...many, about }, now)
				: resolveProblem(db, many, now),
			!round.isLate && resolveProblem(db, late, now),
		);
	}

	return {
		/** Continues tonight's round until a budget of this run is used up. */
		async run(isOver = timeBudget(runMs)): Promise<void> {
			const stored = await position.read();
			const state = parseState(stored);
			let round = currentRound(state);
			if (!round) return;
			const isLate = nightOf(clock()) > round.night;
			const report = isLate && !round.isLate && reportOn(round, true);
			const isNew = round.stage === "listing" && round.pages === 0;
			round = { ...round, isLate, ...(isNew && !list && { stage: "checking" as const }) };
			const store = createStore(stored, state?.last ?? null);
			if (!(await store(round, clock() + leaseMs, report, isNew && marks.forget()))) return;
			if (round.stage === "listing") round = await readList(round, store, isOver);
			const checked =
				round.stage === "checking" ? await checkRest(round, isOver) : { round, confirmed: false as const };
			round = checked.round;
			await store(round, 0, checked.confirmed, reportOn(round, false), round.finished && marks.forget());
		},
	};
}
