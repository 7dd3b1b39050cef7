import { timeBudget } from "~/lib/time-budget";
import type { Database } from "./client.server";

/** Batches of one task. Cloudflare allows 1,000 calls of D1 in one run of a cron, which several tasks share. */
const maxBatches = 400;

/** Returns whether the time or the database calls of this run of a task are used up. The next run continues. */
export function runBudget(db: Pick<Database, "roundTrips">, isOver = timeBudget()): () => boolean {
	const start = db.roundTrips;
	return () => isOver() || db.roundTrips - start >= maxBatches;
}
