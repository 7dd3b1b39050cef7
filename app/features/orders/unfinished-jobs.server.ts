import type { Database } from "~/db/client.server";
import type { Owner } from "~/db/owner";
import type { Clock } from "~/lib/clock";
import { createOrdersRepo } from "./orders.repo.server";

export type UnfinishedJobs = ReturnType<typeof createUnfinishedJobs>;

/** Creates a function that lists the owner's jobs that are not done, newest first. */
export function createUnfinishedJobs({ db, clock }: { readonly db: Database; readonly clock: Clock }) {
	const repo = createOrdersRepo(db);
	return (owner: Owner, limit: number) => repo.unfinishedJobs(owner, limit, clock());
}
