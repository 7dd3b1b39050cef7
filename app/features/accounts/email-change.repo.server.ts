import { and, eq, gt, isNotNull, isNull, ne, sql } from "drizzle-orm";
import type { Database } from "~/db/client.server";
import { type ConfirmedOwner, type Owner, ownedBy } from "~/db/owner";
import { emailChanges, sessions, users } from "~/db/schema";

type EmailSide = "from" | "to";

const confirmedAt = { from: emailChanges.fromConfirmedAt, to: emailChanges.toConfirmedAt } as const;

/** The statements and queries of changing an account's address. */
export function createEmailChangeRepo(db: Database) {
	const { orm } = db;
	return {
		async pending(owner: Owner, now: number) {
			const rows = await db.read(
				orm
					.select()
					.from(emailChanges)
					.where(and(ownedBy(emailChanges.userId, owner, now), gt(emailChanges.expiresAt, now))),
			);
			return rows[0] ?? null;
		},

		/** Voids the links of an earlier change; changes nothing when someone else has just done so. */
		raiseGeneration: (owner: ConfirmedOwner | Owner, from: number, now: number) =>
			orm
				.update(users)
				.set({ emailGeneration: from + 1, updatedAt: now })
				.where(and(ownedBy(users.id, owner, now), eq(users.emailGeneration, from))),

		put: (change: typeof emailChanges.$inferInsert) =>
			orm.insert(emailChanges).values(change).onConflictDoUpdate({ target: emailChanges.userId, set: change }),

		remove: (userId: string) => orm.delete(emailChanges).where(eq(emailChanges.userId, userId)),

		/** One address has confirmed; changes nothing when the other has confirmed meanwhile, or the change is another one. */
		confirm(userId: string, generation: number, side: EmailSide, now: number) {
			const field = side === "from" ? { fromConfirmedAt: now } : { toConfirmedAt: now };
			const other = side === "from" ? "to" : "from";
			return orm
				.update(emailChanges)
				.set(field)
				.where(and(this.current(userId, generation, now), isNull(confirmedAt[other])));
		},

		/** The second of the two has confirmed; changes nothing unless the other had. Fails where the address is taken. */
		apply(userId: string, generation: number, side: EmailSide, now: number) {
			const other = side === "from" ? "to" : "from";
			const ready = and(this.current(userId, generation, now), isNotNull(confirmedAt[other]));
			return orm
				.update(users)
				.set({
					email: sql`(select ${emailChanges.newEmail} from ${emailChanges} where ${emailChanges.userId} = ${userId})`,
					emailGeneration: generation + 1,
					resetGeneration: sql`${users.resetGeneration} + 1`,
					mailRefusedAt: null,
					updatedAt: now,
				})
				.where(and(eq(users.id, userId), sql`exists (select 1 from ${emailChanges} where ${ready})`));
		},

		endSessionsBut: (userId: string, keepHash: string) =>
			orm.delete(sessions).where(and(eq(sessions.userId, userId), ne(sessions.tokenHash, keepHash))),

		current: (userId: string, generation: number, now: number) =>
			and(eq(emailChanges.userId, userId), eq(emailChanges.generation, generation), gt(emailChanges.expiresAt, now)),
	};
}
