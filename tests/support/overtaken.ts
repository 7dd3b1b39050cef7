import type { Database } from "~/db/client.server";

/** A database where something happens between what a use-case has read and what it commits. */
export function overtaken(db: Database, meanwhile: () => Promise<unknown>): Database {
	return {
		...db,
		async commit(change, now) {
			await meanwhile();
			return db.commit(change, now);
		},
	};
}
