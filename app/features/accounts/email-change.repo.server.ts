import { and, eq, gt, isNotNull, isNull, ne, sql } from "drizzle-orm";
import { guarded, unique, write } from "~/db/change.server";
import type { Database } from "~/db/client.server";
import { type ConfirmedOwner, type Owner, ownedBy } from "~/db/owner";
import { emailChanges, sessions, users } from "~/db/schema";
import { sessionsOf } from "~/db/sessions-of";

type EmailSide = "from" | "to";

const confirmedAt = { from: emailChanges.fromConfirmedAt, to: emailChanges.toConfirmedAt } as const;

/** Requested changes of accounts' addresses. */
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

		/** Voids the links of an earlier change. Stale if a parallel request has just done so. */
		raiseGeneration: (owner: ConfirmedOwner, from: number, now: number) =>
			guarded(
				orm
					.update(users)
					.set({ emailGeneration: from + 1, updatedAt: now })
					.where(and(ownedBy(users.id, owner, now), eq(users.emailGeneration, from))),
			),

		/** Voids the links of every earlier change. */
		voidLinks: (owner: ConfirmedOwner, now: number) =>
			write(
				orm
					.update(users)
					.set({ emailGeneration: sql`${users.emailGeneration} + 1`, updatedAt: now })
					.where(ownedBy(users.id, owner, now)),
			),

		/** Replaces an earlier change. */
		put: (row: typeof emailChanges.$inferInsert) =>
			write(orm.insert(emailChanges).values(row).onConflictDoUpdate({ target: emailChanges.userId, set: row })),

		remove: (userId: string) => write(orm.delete(emailChanges).where(eq(emailChanges.userId, userId))),

		/** Confirms one address. Stale if the other was confirmed in the meantime, or a newer change replaced this one. */
		confirm(userId: string, generation: number, side: EmailSide, now: number) {
			const field = side === "from" ? { fromConfirmedAt: now } : { toConfirmedAt: now };
			const other = side === "from" ? "to" : "from";
			return guarded(
				orm
					.update(emailChanges)
					.set(field)
					.where(and(this.current(userId, generation, now), isNull(confirmedAt[other]))),
			);
		},

		/** Changes the address. Stale unless the other address has confirmed. A duplicate if the new address is taken. */
		apply(userId: string, generation: number, side: EmailSide, now: number) {
			const other = side === "from" ? "to" : "from";
			const ready = and(this.current(userId, generation, now), isNotNull(confirmedAt[other]));
			const newEmail = sql`(select ${emailChanges.newEmail} from ${emailChanges} where ${emailChanges.userId} = ${userId})`;
			const applied = orm
				.update(users)
				.set({
					email: newEmail,
					emailGeneration: generation + 1,
					resetGeneration: sql`${users.resetGeneration} + 1`,
					mailRefusedAt: null,
					updatedAt: now,
				})
				.where(and(eq(users.id, userId), sql`exists (select 1 from ${emailChanges} where ${ready})`));
			return unique("users.email", guarded(applied));
		},

		endOtherSessions: (userId: string, keepHash: string) =>
			write(orm.delete(sessions).where(and(sessionsOf(userId), ne(sessions.tokenHash, keepHash)))),

		current: (userId: string, generation: number, now: number) =>
			and(eq(emailChanges.userId, userId), eq(emailChanges.generation, generation), gt(emailChanges.expiresAt, now)),
	};
}
