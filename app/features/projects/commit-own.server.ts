import type { Change } from "~/db/change.server";
import type { Database } from "~/db/client.server";
import { fail, ok, type Result } from "~/lib/result";

/** Commits a customer's change of their own project. Fails with `not_found` and this message if it is overtaken. */
export async function commitOwn(db: Database, change: Change, now: number, missing: string): Promise<Result<null>> {
	const { state } = await db.commit(change, now);
	return state === "ok" ? ok(null) : fail("not_found", missing);
}
