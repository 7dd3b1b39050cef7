import { z } from "zod";
import type { Clock } from "~/lib/clock";
import { DAY, SECOND } from "~/lib/durations";
import { errorMessage } from "~/lib/error-message";
import { timeBudget } from "~/lib/time-budget";
import { withTimeout } from "~/lib/with-timeout";
import { change } from "./change.server";
import type { Database } from "./client.server";
import { reportProblem, resolveProblem } from "./problems.server";
import { createTaskPosition, type TaskName } from "./task-position.server";

/** Rows that one page reads. */
const pageSize = 250;

/** Pages of one run, so that rows of other services are passed over in few statements. */
const mostPages = 10;

/** A Worker has six connections at once, and other tasks of the same run need some. */
const atOnce = 4;

const compareTimeoutMs = 15 * SECOND;

/** After this many runs in which the service answered nothing, the rows are passed over. */
const mostSilences = 5;

/** From this many differences in one round, staff get an email. */
const manyDifferences = 10;

/** One round through all rows, and what it found so far. */
const roundSchema = z.object({
	/** When it started: days since the epoch, UTC. */
	night: z.number(),
	/** The last row that it has passed. */
	after: z.string(),
	finished: z.boolean(),
	compared: z.number(),
	/** Rows about which the service did not answer. */
	unread: z.number(),
	/** Runs in a row in which the service answered nothing. */
	silences: z.number(),
	/** Differences by kind. */
	found: z.record(z.string(), z.number()),
});

export type Round = Readonly<z.infer<typeof roundSchema>>;

interface Comparison<Row extends { readonly id: string }> {
	readonly task: TaskName;
	/** How many rows one run may compare. A run starts every minute. */
	readonly perRun: number;
	/** The rows to compare among the next ones by id, and the last id that was read. Null after the last row. */
	page(after: string, limit: number): Promise<{ readonly rows: readonly Row[]; readonly last: string | null }>;
	/** What differs, in words for staff: one key for each kind. @throws if the service does not answer */
	compare(row: Row): Promise<readonly string[]>;
	/** Queues the repair of what differs. `round`: without these differences. */
	repair(differing: readonly Differing<Row>[], round: Round): Promise<void>;
}

export interface Differing<Row> {
	readonly row: Row;
	readonly kinds: readonly string[];
}

/**
 * Compares our rows with another service, in one round each night. A run does a part of it and stores its position. A
 * service that does not answer is asked again about the same rows by the next run.
 */
export function createNightlyComparison<Row extends { readonly id: string }>(
	{ db, clock }: { readonly db: Database; readonly clock: Clock },
	{ task, perRun, page, compare, repair }: Comparison<Row>,
) {
	const position = createTaskPosition(db, task);

	/** Null if tonight's round is finished. The night begins at midnight UTC, which is 3:00 in Nairobi. */
	async function currentRound(): Promise<Round | null> {
		const night = Math.floor(clock() / DAY);
		const stored = await position.read();
		const last = stored === null ? null : roundSchema.parse(JSON.parse(stored));
		if (last && !last.finished) return last;
		if (last && last.night >= night) return null;
		return { night, after: "", finished: false, compared: 0, unread: 0, silences: 0, found: {} };
	}

	async function attempt(row: Row): Promise<readonly string[] | "unread"> {
		try {
			return await withTimeout(compare(row), compareTimeoutMs);
		} catch (error) {
			console.warn(`${task}: ${row.id}:`, errorMessage(error));
			return "unread";
		}
	}

	/** Compares some rows. Returns the round after them, or before them if the service answers nothing. */
	async function compareSome(rows: readonly Row[], round: Round): Promise<Round> {
		const results = await Promise.all(rows.map(attempt));
		const unread = results.filter((result) => result === "unread").length;
		if (unread === rows.length && round.silences < mostSilences) return { ...round, silences: round.silences + 1 };
		const differing = rows.flatMap((row, index) => {
			const kinds = results[index] ?? [];
			return kinds === "unread" || kinds.length === 0 ? [] : [{ row, kinds }];
		});
		if (differing.length > 0) await repair(differing, round);
		return {
			...round,
			after: rows.at(-1)?.id ?? round.after,
			compared: round.compared + rows.length - unread,
			unread: round.unread + unread,
			silences: 0,
			found: addKinds(
				round.found,
				differing.flatMap(({ kinds }) => kinds),
			),
		};
	}

	/** Stores the position. At the end of a round with many differences, staff get an email. */
	async function save(round: Round): Promise<void> {
		const { finished, compared, unread, found } = round;
		const differences = Object.values(found).reduce((sum, count) => sum + count, 0);
		const now = clock();
		const problem = { kind: "comparison", subject: task } as const;
		const report =
			finished &&
			(differences + unread >= manyDifferences
				? reportProblem(db, { ...problem, about: { comparison: task, compared, unread, found } }, now)
				: resolveProblem(db, problem, now));
		await db.commit(change(position.save(JSON.stringify(round), now), report), now);
	}

	return {
		/** Continues tonight's round until a budget of this run is used up. */
		async run(isOver = timeBudget()): Promise<void> {
			let round = await currentRound();
			if (!round) return;
			let left = perRun;
			for (let pages = 0; pages < mostPages && !round.finished; pages += 1) {
				const { rows, last } = await page(round.after, pageSize);
				let done = 0;
				while (done < rows.length && left > 0 && !isOver()) {
					const some = rows.slice(done, done + Math.min(atOnce, left));
					const next: Round = await compareSome(some, round);
					const isSilent = next.silences > round.silences;
					round = next;
					if (isSilent) break;
					done += some.length;
					left -= some.length;
				}
				if (done < rows.length) break;
				round = last === null ? { ...round, finished: true } : { ...round, after: last };
			}
			await save(round);
		},
	};
}

function addKinds(found: Round["found"], kinds: readonly string[]): Round["found"] {
	const sum = { ...found };
	for (const kind of kinds) sum[kind] = (sum[kind] ?? 0) + 1;
	return sum;
}
