import { SECOND } from "./durations";

/** How long one run of a scheduled task starts new work. The next run continues. */
const taskTimeMs = 20 * SECOND;

/** For each kind of row that a task deletes, so that one of them does not take the time of the others. */
const deletionTimeMs = 5 * SECOND;

/**
 * Returns whether the time of this run is over.
 * @param now wall time in ms, because the clock of a test may stand still
 */
export function timeBudget(ms = taskTimeMs, now: () => number = Date.now): () => boolean {
	const end = now() + ms;
	return () => now() >= end;
}

/** Repeats until no row is changed or the time is over. */
export async function untilNone(
	changeSlice: () => Promise<number>,
	isOver = timeBudget(deletionTimeMs),
): Promise<void> {
	while ((await changeSlice()) > 0 && !isOver());
}
