import { and, count, eq, isNotNull, isNull, lt, or, sql } from "drizzle-orm";
import { change, guarded, unique, write } from "~/db/change.server";
import type { Database } from "~/db/client.server";
import { type ConfirmedOwner, type Owner, ownedBy, type SensitiveOwner } from "~/db/owner";
import { recoveryCodes, tokenUses, users } from "~/db/schema";

/** Secrets of authenticator apps, sealed, and hashes of recovery codes. */
export function createTwoFactorRepo(db: Database) {
	const { orm } = db;
	return {
		async account(userId: string) {
			const rows = await db.read(orm.select().from(users).where(eq(users.id, userId)));
			return rows[0] ?? null;
		},

		async status(owner: Owner, now: number) {
			const [[account], [codes]] = await Promise.all([
				db.read(
					orm
						.select({ since: users.totpSince })
						.from(users)
						.where(ownedBy(users.id, owner, now)),
				),
				db.read(
					orm
						.select({ left: count() })
						.from(recoveryCodes)
						.where(and(ownedBy(recoveryCodes.userId, owner, now), isNull(recoveryCodes.usedAt))),
				),
			]);
			return { since: account?.since ?? null, codesLeft: codes?.left ?? 0 };
		},

		/** Stale if an authenticator app is connected already. */
		enable: (owner: ConfirmedOwner, totpSecret: string, step: number, now: number) =>
			guarded(
				orm
					.update(users)
					.set({ totpSecret, totpSince: now, totpLastStep: step, updatedAt: now })
					.where(and(ownedBy(users.id, owner, now), isNull(users.totpSecret))),
			),

		/** Stale if two-step sign-in is off. */
		disable: (owner: SensitiveOwner, now: number) =>
			guarded(
				orm
					.update(users)
					.set({ totpSecret: null, totpSince: null, totpLastStep: null, updatedAt: now })
					.where(and(ownedBy(users.id, owner, now), isNotNull(users.totpSecret))),
			),

		/** Stale if two-step sign-in is off. */
		requireEnabled: (owner: ConfirmedOwner, now: number) =>
			guarded(
				orm
					.update(users)
					.set({ updatedAt: now })
					.where(and(ownedBy(users.id, owner, now), isNotNull(users.totpSecret))),
			),

		removeCodes: (userId: string) => write(orm.delete(recoveryCodes).where(eq(recoveryCodes.userId, userId))),

		replaceCodes(userId: string, hashes: readonly string[], now: number) {
			const rows = hashes.map((codeHash) => ({ codeHash, userId, createdAt: now }));
			return change(this.removeCodes(userId), write(orm.insert(recoveryCodes).values(rows)));
		},

		/** A duplicate on the second use of a challenge. */
		markChallengeUsed: (tokenHash: string, userId: string, now: number) =>
			unique(
				"token_uses.token_hash",
				write(orm.insert(tokenUses).values({ tokenHash, purpose: "second-step", userId, usedAt: now })),
			),

		/** Stale if a code of this step or a later one was used before. */
		markStepUsed: (userId: string, step: number, totpSecret: string | null) =>
			guarded(
				orm
					.update(users)
					.set({ totpLastStep: step, totpSecret: totpSecret ?? undefined })
					.where(
						and(
							eq(users.id, userId),
							isNotNull(users.totpSecret),
							or(isNull(users.totpLastStep), lt(users.totpLastStep, step)),
						),
					),
			),

		/** Stale if the code is not one of the account's, or was used before. */
		markCodeUsed: (userId: string, codeHash: string, now: number) =>
			guarded(
				orm
					.update(recoveryCodes)
					.set({ usedAt: now })
					.where(
						and(
							eq(recoveryCodes.codeHash, codeHash),
							eq(recoveryCodes.userId, userId),
							isNull(recoveryCodes.usedAt),
							sql`exists (select 1 from ${users} where ${users.id} = ${userId} and ${users.totpSecret} is not null)`,
						),
					),
			),
	};
}
