import { timeBudget } from "~/lib/time-budget";
import type { Database } from "./client.server";

/** Batches of one task. Cloudflare allows 1,000 calls of D1 in one run of a cron, which several tasks share. */
const maxBatches = 400;

/** Returns whether the time or the database calls of this run of a task are used up. The next run continues. */
export function runBudget(db: Pick<Database, "roundTrips">, isOver = timeBudget()): () => boolean {
	const start = db.roundTrips;
	return () => isOver() || db.roundTrips - start >= maxBatches;
}

/**
 * Handles all rows that are due, page by page, until none are left or the budget is used up. Returns how many it handled.
 * @param nextPage the rows after the given one, or the first rows for null
 */
export async function forEachDue<Row>(
	nextPage: (after: Row | null) => Promise<readonly Row[]>,
	handle: (row: Row) => Promise<unknown>,
	isOver: () => boolean,
): Promise<number> {
	let count = 0;
	for (let page = await nextPage(null); page.length > 0; page = await nextPage(page.at(-1) ?? null)) {
		for (const row of page) {
			if (isOver()) return count;
			await handle(row);
			count += 1;
		}
	}
	return count;
}
