import { and, eq, inArray, ne, sql } from "drizzle-orm";
import { change, guarded, write } from "~/db/change.server";
import type { Database } from "~/db/client.server";
import { type Owner, ownedBy } from "~/db/owner";
import { sessions, users } from "~/db/schema";
import { inUseFor, sessionsOf } from "~/db/sessions-of";
import type { Profile } from "./settings.schema";

/** Changes that customers make to their own account. */
export function createSettingsRepo(db: Database) {
	return {
		/** Stale if the phone number changes and the owner has not entered the password again. */
		updateProfile(owner: Owner, profile: Profile, now: number) {
			const confirmed = "confirmedFrom" in owner && owner.confirmedFrom !== undefined;
			return guarded(
				db.orm
					.update(users)
					.set({ ...profile, updatedAt: now })
					.where(and(ownedBy(users.id, owner, now), confirmed ? undefined : sql`${users.phone} is ${profile.phone}`)),
			);
		},

		/** For staff. Stale if the account was changed since `version`, or is closed. */
		updateProfileOf: (userId: string, version: number, profile: Profile, now: number) =>
			guarded(
				db.orm
					.update(users)
					.set({ ...profile, updatedAt: now })
					.where(and(eq(users.id, userId), eq(users.updatedAt, version), ne(users.status, "closed"))),
			),

		/** Stale if the password has changed since it was checked. Voids emailed reset links. */
		changePassword: (owner: Owner, from: string, to: string, now: number) =>
			guarded(
				db.orm
					.update(users)
					.set({ passwordHash: to, resetGeneration: sql`${users.resetGeneration} + 1`, updatedAt: now })
					.where(and(ownedBy(users.id, owner, now), eq(users.passwordHash, from))),
			),

		/** Also in another account, if that is where it is used. Stale unless it is another session of the owner. */
		endSession(owner: Owner, sessionId: string, now: number) {
			const found = and(
				eq(sessions.id, sessionId),
				ownedBy(sessions.userId, owner, now),
				"sessionHash" in owner ? ne(sessions.tokenHash, owner.sessionHash) : undefined,
			);
			const inUse = db.orm.select({ hash: inUseFor }).from(sessions).where(found);
			return change(
				write(db.orm.delete(sessions).where(inArray(sessions.tokenHash, inUse))),
				guarded(db.orm.delete(sessions).where(found)),
			);
		},

		endOtherSessions: (userId: string, sessionId: string) =>
			write(db.orm.delete(sessions).where(and(sessionsOf(userId), ne(sessions.id, sessionId)))),
	};
}
