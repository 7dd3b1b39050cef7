import { and, eq, ne, sql } from "drizzle-orm";
import type { Database } from "~/db/client.server";
import { type Owner, ownedBy } from "~/db/owner";
import { sessions, users } from "~/db/schema";
import type { Profile } from "./settings.schema";

/** What customers change of their own account. */
export function createSettingsRepo(db: Database) {
	return {
		/** Changes nothing when the phone number is another one and the owner has not entered the password again. */
		updateProfile(owner: Owner, profile: Profile, now: number) {
			const confirmed = "confirmedFrom" in owner && owner.confirmedFrom !== undefined;
			return db.orm
				.update(users)
				.set({ ...profile, updatedAt: now })
				.where(and(ownedBy(users.id, owner, now), confirmed ? undefined : sql`${users.phone} is ${profile.phone}`));
		},

		/** Changes nothing when the password is another one by now. Links that were mailed to reset it are void. */
		changePassword: (owner: Owner, from: string, to: string, now: number) =>
			db.orm
				.update(users)
				.set({ passwordHash: to, resetGeneration: sql`${users.resetGeneration} + 1`, updatedAt: now })
				.where(and(ownedBy(users.id, owner, now), eq(users.passwordHash, from))),

		endSession: (owner: Owner, sessionId: string, now: number) =>
			db.orm
				.delete(sessions)
				.where(
					and(
						eq(sessions.id, sessionId),
						ownedBy(sessions.userId, owner, now),
						"sessionHash" in owner ? ne(sessions.tokenHash, owner.sessionHash) : undefined,
					),
				),

		endOtherSessions: (userId: string, sessionId: string) =>
			db.orm.delete(sessions).where(and(eq(sessions.userId, userId), ne(sessions.id, sessionId))),
	};
}
