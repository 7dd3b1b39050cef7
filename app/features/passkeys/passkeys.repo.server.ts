import { and, asc, count, eq, inArray, lt, notInArray, or, sql } from "drizzle-orm";
import { guarded, unique, write } from "~/db/change.server";
import type { Database } from "~/db/client.server";
import { insertSelect } from "~/db/insert-select";
import { type ConfirmedOwner, type Owner, ownedBy } from "~/db/owner";
import { passkeys, tokenUses, users } from "~/db/schema";
import { maxPasskeys } from "./passkey-limit";

type NewPasskey = typeof passkeys.$inferInsert;

/** Public keys of passkeys. */
export function createPasskeysRepo(db: Database) {
	const { orm } = db;
	return {
		list: (owner: Owner, now: number) =>
			db.read(
				orm
					.select({ id: passkeys.id, name: passkeys.name, createdAt: passkeys.createdAt, usedAt: passkeys.usedAt })
					.from(passkeys)
					.where(ownedBy(passkeys.userId, owner, now))
					.orderBy(asc(passkeys.createdAt)),
			),

		/** Removes the customer's passkeys, except those to keep. */
		removeOthers: (userId: string, keep: readonly string[]) =>
			write(orm.delete(passkeys).where(and(eq(passkeys.userId, userId), notInArray(passkeys.id, [...keep])))),

		/** Stale if the owner's sign-in is not confirmed or the account is full. A duplicate if the passkey is known. */
		add(passkey: Omit<NewPasskey, "userId" | "createdAt">, owner: ConfirmedOwner, now: number) {
			const row = { ...passkey, userId: sql`${users.id}`, createdAt: now };
			const held = sql`(select ${count()} from ${passkeys} where ${passkeys.userId} = ${users.id})`;
			const holder = sql`from ${users} where ${ownedBy(users.id, owner, now)} and ${held} < ${maxPasskeys}`;
			return unique("passkeys.id", guarded(insertSelect(db, passkeys, row, holder)));
		},

		/** Stale if the owner does not have this passkey. */
		remove: (owner: ConfirmedOwner, id: string, now: number) =>
			guarded(orm.delete(passkeys).where(and(eq(passkeys.id, id), ownedBy(passkeys.userId, owner, now)))),

		async find(id: string) {
			const holder = orm.select({ id: passkeys.userId }).from(passkeys).where(eq(passkeys.id, id));
			const [[passkey], [user]] = await Promise.all([
				db.read(orm.select().from(passkeys).where(eq(passkeys.id, id))),
				db.read(orm.select().from(users).where(inArray(users.id, holder))),
			]);
			return passkey && user ? { passkey, user } : null;
		},

		/**
		 * Records a sign-in with the passkey. Stale if its counter went back: then the passkey was copied. Most passkeys
		 * have no counter and send 0.
		 */
		recordUse: (id: string, signCount: number, now: number) =>
			guarded(
				orm
					.update(passkeys)
					.set({ signCount, usedAt: now })
					.where(
						and(
							eq(passkeys.id, id),
							or(lt(passkeys.signCount, signCount), and(eq(passkeys.signCount, 0), sql`${signCount} = 0`)),
						),
					),
			),

		/** A duplicate on the second use of a challenge. */
		markChallengeUsed: (tokenHash: string, userId: string, now: number) =>
			unique(
				"token_uses.token_hash",
				write(orm.insert(tokenUses).values({ tokenHash, purpose: "passkey", userId, usedAt: now })),
			),
	};
}
