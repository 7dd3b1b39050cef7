import type { Change } from "~/db/change.server";
import type { Database } from "~/db/client.server";
import { fail, ok, type Result } from "~/lib/result";

/** Commits what a customer changes in their own projects. `not_found`, with this message, if the row is not there or not theirs. */
export async function commitOwn(db: Database, change: Change, now: number, missing: string): Promise<Result<null>> {
	const { state } = await db.commit(change, now);
	return state === "ok" ? ok(null) : fail("not_found", missing);
}
