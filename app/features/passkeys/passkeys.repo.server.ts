import { and, asc, count, eq, inArray, lt, notInArray, or, sql } from "drizzle-orm";
import type { Database } from "~/db/client.server";
import { type ConfirmedOwner, type Owner, ownedBy } from "~/db/owner";
import { passkeys, tokenUses, users } from "~/db/schema";
import { mostPasskeys } from "./most-passkeys";

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

		/** Statement: removes the customer's passkeys, except those to keep. */
		removeOthers: (userId: string, keep: readonly string[]) =>
			orm.delete(passkeys).where(and(eq(passkeys.userId, userId), notInArray(passkeys.id, [...keep]))),

		/** Changes nothing unless the owner's sign-in is confirmed; fails where the passkey is known. */
		add: (
			{ id, name, publicKey, algorithm, signCount }: Omit<NewPasskey, "userId" | "createdAt">,
			owner: ConfirmedOwner,
			now: number,
		) =>
			orm.insert(passkeys).select(
				sql`select ${id}, ${users.id}, ${name}, ${publicKey}, ${algorithm}, ${signCount}, ${now}, null
					from ${users} where ${ownedBy(users.id, owner, now)}
					and (select ${count()} from ${passkeys} where ${passkeys.userId} = ${users.id}) < ${mostPasskeys}`,
			),

		remove: (owner: ConfirmedOwner, id: string, now: number) =>
			orm.delete(passkeys).where(and(eq(passkeys.id, id), ownedBy(passkeys.userId, owner, now))),

		async find(id: string) {
			const holder = orm.select({ id: passkeys.userId }).from(passkeys).where(eq(passkeys.id, id));
			const [[passkey], [user]] = await Promise.all([
				db.read(orm.select().from(passkeys).where(eq(passkeys.id, id))),
				db.read(orm.select().from(users).where(inArray(users.id, holder))),
			]);
			return passkey && user ? { passkey, user } : null;
		},

		/** Changes nothing when the counter went back: then the passkey was copied. Most have none and stay at 0. */
		count: (id: string, signCount: number, now: number) =>
			orm
				.update(passkeys)
				.set({ signCount, usedAt: now })
				.where(
					and(
						eq(passkeys.id, id),
						or(lt(passkeys.signCount, signCount), and(eq(passkeys.signCount, 0), sql`${signCount} = 0`)),
					),
				),

		/** Fails on the second use of a challenge, and its batch with it. */
		spendChallenge: (tokenHash: string, userId: string, now: number) =>
			orm.insert(tokenUses).values({ tokenHash, purpose: "passkey", userId, usedAt: now }),
	};
}
