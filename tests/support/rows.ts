import { write } from "~/db/change.server";
import type { Database, Statement } from "~/db/client.server";

/** Sets rows up as a test needs them, without any feature's rules. */
export async function writeRows(db: Database, statements: readonly Statement[]): Promise<void> {
	await db.commit(write(...statements), Date.now());
}
