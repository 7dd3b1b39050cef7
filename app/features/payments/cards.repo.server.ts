import { and, asc, desc, eq, gt, isNotNull, isNull, lte, type SQL, sql } from "drizzle-orm";
import type { SQLiteUpdateSetSource } from "drizzle-orm/sqlite-core";
import { type Change, guarded, write } from "~/db/change.server";
import type { Database } from "~/db/client.server";
import { type Owner, ownedBy } from "~/db/owner";
import { paymentCards } from "~/db/schema";

export type CardRow = typeof paymentCards.$inferSelect;

/** Condition: a card is valid through the last day of its month, UTC. */
function unexpired(now: number) {
	const today = new Date(now);
	const month = today.getUTCFullYear() * 12 + today.getUTCMonth() + 1;
	return sql`${paymentCards.expYear} * 12 + ${paymentCards.expMonth} >= ${month}`;
}

/** Saved cards. */
export function createCardsRepo(db: Database) {
	const { orm } = db;
	const ownCard = (owner: Owner, id: string, now: number) =>
		and(eq(paymentCards.id, id), ownedBy(paymentCards.userId, owner, now));
	const savedCard = (owner: Owner, id: string, now: number) =>
		and(ownCard(owner, id, now), isNull(paymentCards.removedAt));
	/** Stale if there is no such card. */
	const update = (values: SQLiteUpdateSetSource<typeof paymentCards>, which: SQL | undefined): Change =>
		guarded(orm.update(paymentCards).set(values).where(which));
	/** Leaves out the token and the fingerprint. */
	const listedColumns = {
		id: paymentCards.id,
		brand: paymentCards.brand,
		last4: paymentCards.last4,
		expMonth: paymentCards.expMonth,
		expYear: paymentCards.expYear,
		renewalsAt: paymentCards.renewalsAt,
	};

	return {
		/** The default card first. */
		list: (owner: Owner, now: number) =>
			db.read(
				orm
					.select(listedColumns)
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
					.where(savedCard(owner, id, now)),
			),

		/** Updates the card if it is already saved. A removed card is restored, but without its renewals consent. */
		save({ renewalsAt = null, ...card }: typeof paymentCards.$inferInsert): Change {
			const consent = sql`case when ${paymentCards.removedAt} is null then ${paymentCards.renewalsAt} end`;
			return write(
				orm
					.insert(paymentCards)
					.values({ ...card, renewalsAt })
					.onConflictDoUpdate({
						target: [paymentCards.userId, paymentCards.provider, paymentCards.fingerprint],
						set: {
							token: card.token,
							expMonth: card.expMonth,
							expYear: card.expYear,
							removedAt: null,
							renewalsAt: renewalsAt ?? consent,
						},
					}),
			);
		},

		/** Guard: overtaken unless the card is saved and has not expired. */
		requireChargeable: (owner: Owner, id: string, now: number) =>
			update({ renewalsAt: sql`${paymentCards.renewalsAt}` }, and(savedCard(owner, id, now), unexpired(now))),

		/** Withdraws the renewals consent of all the owner's cards. */
		stopRenewals: (owner: Owner, now: number): Change =>
			write(
				orm
					.update(paymentCards)
					.set({ renewalsAt: null })
					.where(and(ownedBy(paymentCards.userId, owner, now), isNotNull(paymentCards.renewalsAt))),
			),

		/** Put it after `stopRenewals`, because only one card may pay renewals. */
		payRenewals: (owner: Owner, id: string, now: number) => update({ renewalsAt: now }, savedCard(owner, id, now)),

		stopRenewalsForCard: (owner: Owner, id: string, now: number) =>
			update({ renewalsAt: null }, and(savedCard(owner, id, now), isNotNull(paymentCards.renewalsAt))),

		prefer: (owner: Owner, id: string, now: number) => update({ preferredAt: now }, savedCard(owner, id, now)),

		remove: (owner: Owner, id: string, now: number) => update({ removedAt: now }, savedCard(owner, id, now)),

		/** Stale unless the card was removed after `since`. */
		restore: (owner: Owner, id: string, since: number, now: number) =>
			update({ removedAt: null }, and(ownCard(owner, id, now), gt(paymentCards.removedAt, since))),

		/** Cards removed before `before`, which can no longer be restored. */
		/** In random order, so that cards whose provider keeps failing do not keep back the others. */
		listDeletable: (before: number, limit: number) =>
			db.read(
				orm
					.select()
					.from(paymentCards)
					.where(and(isNotNull(paymentCards.removedAt), lte(paymentCards.removedAt, before)))
					.orderBy(sql`random()`)
					.limit(limit),
			),

		/** Deletes the row, unless the card was saved again in the meantime. */
		/** Stores the token, encrypted again, unless the card has changed. */
		renewToken: ({ id, token }: Pick<CardRow, "id" | "token">, renewed: string): Change =>
			write(
				orm
					.update(paymentCards)
					.set({ token: renewed })
					.where(and(eq(paymentCards.id, id), eq(paymentCards.token, token))),
			),

		delete: ({ id, removedAt }: CardRow): Change =>
			write(
				orm.delete(paymentCards).where(and(eq(paymentCards.id, id), sql`${paymentCards.removedAt} is ${removedAt}`)),
			),

		/** Expression: the card's name in the format of `cardName`. */
		nameExpression: (id: string) =>
			sql`(select ${paymentCards.brand} || ' •••• ' || ${paymentCards.last4} from ${paymentCards} where ${paymentCards.id} = ${id})`,
	};
}
