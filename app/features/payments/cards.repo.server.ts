import { and, asc, desc, eq, gt, isNotNull, isNull, lte, sql } from "drizzle-orm";
import type { Database } from "~/db/client.server";
import { enqueue } from "~/db/outbox.server";
import { type Owner, ownedBy } from "~/db/owner";
import { paymentCards } from "~/db/schema";

export type CardRow = typeof paymentCards.$inferSelect;

/** Good through the last day of its month. */
function unexpired(now: number) {
	const today = new Date(now);
	const month = today.getUTCFullYear() * 12 + today.getUTCMonth() + 1;
	return sql`${paymentCards.expYear} * 12 + ${paymentCards.expMonth} >= ${month}`;
}

/** Cards that customers asked us to keep. */
export function createCardsRepo(db: Database) {
	const { orm } = db;
	const own = (owner: Owner, id: string, now: number) =>
		and(eq(paymentCards.id, id), ownedBy(paymentCards.userId, owner, now));
	const there = (owner: Owner, id: string, now: number) => and(own(owner, id, now), isNull(paymentCards.removedAt));
	/** Nothing that charges a card, and no mark that tells it from others. */
	const shown = {
		id: paymentCards.id,
		brand: paymentCards.brand,
		last4: paymentCards.last4,
		expMonth: paymentCards.expMonth,
		expYear: paymentCards.expYear,
		renewalsAt: paymentCards.renewalsAt,
	};

	return {
		/** The one to propose first, first. */
		list: (owner: Owner, now: number) =>
			db.read(
				orm
					.select(shown)
					.from(paymentCards)
					.where(and(ownedBy(paymentCards.userId, owner, now), isNull(paymentCards.removedAt)))
					.orderBy(desc(paymentCards.preferredAt), asc(paymentCards.createdAt))
					.limit(20),
			),

		find: (owner: Owner, id: string, now: number) =>
			db.read(
				orm
					.select()
					.from(paymentCards)
					.where(there(owner, id, now)),
			),

		/** Statement. A card that is kept already is renewed; a removed one is back, and pays no renewals unless asked. */
		keep({ renewalsAt = null, ...card }: typeof paymentCards.$inferInsert) {
			const agreed = sql`case when ${paymentCards.removedAt} is null then ${paymentCards.renewalsAt} end`;
			return orm
				.insert(paymentCards)
				.values({ ...card, renewalsAt })
				.onConflictDoUpdate({
					target: [paymentCards.userId, paymentCards.provider, paymentCards.fingerprint],
					set: {
						token: card.token,
						expMonth: card.expMonth,
						expYear: card.expYear,
						removedAt: null,
						renewalsAt: renewalsAt ?? agreed,
					},
				});
		},

		/** Statement: changes nothing of the card; it must be there and good. */
		touch: (owner: Owner, id: string, now: number) =>
			orm
				.update(paymentCards)
				.set({ renewalsAt: sql`${paymentCards.renewalsAt}` })
				.where(and(there(owner, id, now), unexpired(now))),

		/** Statement: no card of the owner pays renewals any more. */
		stopRenewals: (owner: Owner, now: number) =>
			orm
				.update(paymentCards)
				.set({ renewalsAt: null })
				.where(and(ownedBy(paymentCards.userId, owner, now), isNotNull(paymentCards.renewalsAt))),

		/** Statement, after `stopRenewals`: one card at a time. */
		payRenewals: (owner: Owner, id: string, now: number) =>
			orm
				.update(paymentCards)
				.set({ renewalsAt: now })
				.where(there(owner, id, now)),

		/** What was agreed to comes in writing: the mail's statement, and its id to dispatch. */
		confirmRenewals: (userId: string, now: number) =>
			enqueue(db, { kind: "mail.renewals-card", payload: { userId }, userId }, now),

		/** Statement. */
		stopRenewalsWith: (owner: Owner, id: string, now: number) =>
			orm
				.update(paymentCards)
				.set({ renewalsAt: null })
				.where(and(there(owner, id, now), isNotNull(paymentCards.renewalsAt))),

		/** Statement. */
		prefer: (owner: Owner, id: string, now: number) =>
			orm
				.update(paymentCards)
				.set({ preferredAt: now })
				.where(there(owner, id, now)),

		/** Statement. */
		remove: (owner: Owner, id: string, now: number) =>
			orm
				.update(paymentCards)
				.set({ removedAt: now })
				.where(there(owner, id, now)),

		/** Statement: brings back what was removed after `since`. */
		restore: (owner: Owner, id: string, since: number, now: number) =>
			orm
				.update(paymentCards)
				.set({ removedAt: null })
				.where(and(own(owner, id, now), gt(paymentCards.removedAt, since))),

		/** Removed for good: nobody can bring them back any more. */
		gone: (before: number, limit: number) =>
			db.read(
				orm
					.select()
					.from(paymentCards)
					.where(and(isNotNull(paymentCards.removedAt), lte(paymentCards.removedAt, before)))
					.orderBy(asc(paymentCards.removedAt))
					.limit(limit),
			),

		/** Statement: deletes the row, unless the card was kept again meanwhile. */
		forget: ({ id, removedAt }: CardRow) =>
			orm.delete(paymentCards).where(and(eq(paymentCards.id, id), sql`${paymentCards.removedAt} is ${removedAt}`)),

		/** Expression: the text, then the card's name. */
		sentence: (text: string, id: string) =>
			sql`${text} || (select ${paymentCards.brand} || ' •••• ' || ${paymentCards.last4} from ${paymentCards} where ${paymentCards.id} = ${id}) || '.'`,
	};
}
