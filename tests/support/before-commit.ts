import type { Database } from "~/db/client.server";

/** Returns a database that runs an action before each commit, such as a competing change by another request. */
export function runBeforeCommit(db: Database, action: () => Promise<unknown>): Database {
	return {
		...db,
		async commit(change, now) {
			await action();
			return db.commit(change, now);
		},
	};
}
