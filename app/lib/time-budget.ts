import { SECOND } from "./durations";

/** How long one run of a scheduled task starts new work. The next run continues. */
const taskTimeMs = 20 * SECOND;

/**
 * Returns whether the time of this run is over.
 * @param now wall time in ms, because the clock of a test may stand still
 */
export function timeBudget(ms = taskTimeMs, now: () => number = Date.now): () => boolean {
	const end = now() + ms;
	return () => now() >= end;
}
