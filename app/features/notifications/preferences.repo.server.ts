import { eq, sql } from "drizzle-orm";
import { guarded, write } from "~/db/change.server";
import type { Database } from "~/db/client.server";
import { type Owner, ownedBy } from "~/db/owner";
import { users } from "~/db/schema";
import type { Preferences } from "./preferences";
import { defaultPreferences, type EmailPreference } from "./preferences";

/** Which emails and notifications customers want. */
export function createPreferencesRepo(db: Database) {
	return {
		read: (owner: Owner, now: number) =>
			db.read(
				db.orm
					.select({ preferences: users.preferences })
					.from(users)
					.where(ownedBy(users.id, owner, now)),
			),

		save: (owner: Owner, preferences: Preferences, now: number) =>
			guarded(
				db.orm
					.update(users)
					.set({ preferences, updatedAt: now })
					.where(ownedBy(users.id, owner, now)),
			),

		/** Switches one preference off. Keeps the others. */
		switchOff(userId: string, preference: EmailPreference, now: number) {
			const stored = sql`coalesce(${users.preferences}, ${JSON.stringify(defaultPreferences)})`;
			return write(
				db.orm
					.update(users)
					.set({ preferences: sql`json_set(${stored}, ${`$.${preference}`}, json('false'))`, updatedAt: now })
					.where(eq(users.id, userId)),
			);
		},
	};
}
