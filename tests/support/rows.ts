import { write } from "~/db/change.server";
import type { Database, Statement } from "~/db/client.server";

/** Writes rows directly, without any feature's rules. */
export async function writeRows(db: Database, statements: readonly Statement[]): Promise<void> {
	await db.commit(write(...statements), Date.now());
}
