import { and, eq, gte, inArray, isNotNull, isNull, lte, ne, sql } from "drizzle-orm";
import { type Change, change, guarded, unique, write } from "~/db/change.server";
import type { Database } from "~/db/client.server";
import { insertSelect } from "~/db/insert-select";
import { startsWith } from "~/db/keyset";
import { reportProblem } from "~/db/problems.server";
import { bankBookings, invoices, ledgerEntries, paymentEvents, paymentReviews, payments, users } from "~/db/schema";
import { derivedId } from "~/lib/ids";
import { creditReasons, type ReviewReason } from "./review-reason";

/** Webhook messages, ledger entries and reviews for staff. Rows are added. Only a receipt may come later. */
export function createLedgerRepo(db: Database) {
	const { orm } = db;
	const bookedLike = ({ account, amounts, from, until }: BookingSearch) =>
		and(
			eq(bankBookings.account, account),
			gte(bankBookings.date, from),
			lte(bankBookings.date, until),
			inArray(bankBookings.amount, sql`(select value from json_each(${JSON.stringify(amounts)}))`),
		);
	/** Texts as the rows of a subquery, so that any number of them is one parameter. */
	const listOf = (texts: Iterable<string>) => sql`(select value from json_each(${JSON.stringify([...texts])}))`;
	const bookingIs = (receipt: string) => eq(bankBookings.receipt, receipt);

	/** Those of the receipts that were posted. */
	async function knownReceipts(provider: string, receipts: readonly string[]): Promise<string[]> {
		const where = and(eq(ledgerEntries.provider, provider), inArray(ledgerEntries.receipt, listOf(receipts)));
		const found = await db.read(orm.select({ receipt: ledgerEntries.receipt }).from(ledgerEntries).where(where));
		return found.map(({ receipt }) => receipt);
	}

	/** The reviews about money with these receipts that staff have or had for these reasons. */
	async function reviewsAbout(provider: string, receipts: readonly string[], reasons: readonly ReviewReason[]) {
		const about = new Map(
			receipts.flatMap((receipt) =>
				reasons.map((reason) => [derivedId("rev", `${provider}:${receipt}`, reason), { receipt, reason }] as const),
			),
		);
		const reviews = orm
			.select({ id: paymentReviews.id, resolvedAt: paymentReviews.resolvedAt })
			.from(paymentReviews)
			.where(inArray(paymentReviews.id, listOf(about.keys())));
		return (await db.read(reviews)).flatMap(({ id, resolvedAt }) => {
			const found = about.get(id);
			return found ? [{ ...found, isOpen: resolvedAt === null }] : [];
		});
	}

	return {
		knownReceipts,
		reviewsAbout,

		event: (event: PaymentMessage): Change => write(orm.insert(paymentEvents).values(event).onConflictDoNothing()),

		/** The body of a stored webhook message. */
		async eventBody(provider: string, dedupeKey: string): Promise<string | undefined> {
			const where = and(eq(paymentEvents.provider, provider), eq(paymentEvents.dedupeKey, dedupeKey));
			const [found] = await db.read(orm.select({ body: paymentEvents.body }).from(paymentEvents).where(where));
			return found?.body;
		},

		/** Asks staff for a review. One row and one email for each payment and reason. */
		review({ reason, about, ...review }: Review): Change {
			const id = derivedId("rev", about, reason);
			const row = orm
				.insert(paymentReviews)
				.values({ id, reason, ...review })
				.onConflictDoNothing();
			const problem = { kind: "review", subject: id, about: { reviewId: id } } as const;
			return change(write(row), reportProblem(db, problem, review.createdAt));
		},

		async findReview(reviewId: string): Promise<ReviewRow | undefined> {
			return (await db.read(orm.select().from(paymentReviews).where(eq(paymentReviews.id, reviewId))))[0];
		},

		/** Stale if it is resolved, or its money got its receipt in the meantime. */
		resolveReview: ({ id, body }: ReviewRow, now: number): Change =>
			guarded(
				orm
					.update(paymentReviews)
					.set({ resolvedAt: now })
					.where(and(eq(paymentReviews.id, id), isNull(paymentReviews.resolvedAt), eq(paymentReviews.body, body))),
			),

		/** Stale if it is open. */
		reopenReview: (reviewId: string): Change =>
			guarded(
				orm
					.update(paymentReviews)
					.set({ resolvedAt: null })
					.where(and(eq(paymentReviews.id, reviewId), isNotNull(paymentReviews.resolvedAt))),
			),

		/** The account with this email address. */
		async customerId(email: string): Promise<string | undefined> {
			return (await db.read(orm.select({ id: users.id }).from(users).where(eq(users.email, email))))[0]?.id;
		},

		resolveReviews(about: string, reasons: readonly string[], now: number): Change {
			const ids = reasons.map((reason) => derivedId("rev", about, reason));
			const open = and(inArray(paymentReviews.id, ids), isNull(paymentReviews.resolvedAt));
			return write(orm.update(paymentReviews).set({ resolvedAt: now }).where(open));
		},

		/** A duplicate if the receipt was already posted. */
		post: (entry: LedgerEntry): Change =>
			unique("ledger_entries.receipt", write(orm.insert(ledgerEntries).values(entry))),

		/**
		 * Replaces the receipt in a payment's entries, and in the reviews of money that became credit. A duplicate if the new
		 * one was already posted.
		 */
		setReceipt({ id, provider }: { id: string; provider: string }, from: string, to: string): Change {
			const entries = orm
				.update(ledgerEntries)
				.set({ receipt: to })
				.where(and(eq(ledgerEntries.provider, provider), eq(ledgerEntries.receipt, from)));
			const reviews = creditReasons.map((reason) => derivedId("rev", id, reason));
			const named = orm
				.update(paymentReviews)
				.set({ body: sql`json_replace(${paymentReviews.body}, '$.received.receipt', ${to})` })
				.where(inArray(paymentReviews.id, reviews));
			return change(unique("ledger_entries.receipt", write(entries)), write(named));
		},

		/** Transfers of an account that were imported from files of the bank, of these amounts (minor units) and days. */
		bookings: (like: BookingSearch): Promise<BookingRow[]> =>
			db.read(orm.select().from(bankBookings).where(bookedLike(like))),

		/** One of them by its receipt. */
		async booking(receipt: string): Promise<BookingRow | undefined> {
			return (await db.read(orm.select().from(bankBookings).where(bookingIs(receipt))))[0];
		},

		/**
		 * A transfer that staff found to be an earlier one, with the transfers of other files that are the same as it. Stale
		 * if a file of one format has both.
		 * @param near both of them
		 */
		joinBookings(receipt: string, earlier: string, near: BookingSearch): Change {
			const groupOf = (first: string) => sql`${bookedLike(near)} and ${first} in (receipt, same_as)`;
			const formats = (first: string) => sql`(select format from ${bankBookings} where ${groupOf(first)})`;
			return guarded(
				orm
					.update(bankBookings)
					.set({ sameAs: earlier })
					.where(
						and(
							groupOf(receipt),
							sql`exists (select 1 from ${bankBookings} where receipt = ${earlier} and same_as is null)`,
							sql`not exists (select 1 from ${bankBookings} where ${groupOf(receipt)} and format in ${formats(earlier)})`,
						),
					),
			);
		},

		/** Makes it a transfer of its own again. */
		separateBooking: (receipt: string): Change =>
			write(orm.update(bankBookings).set({ sameAs: null }).where(bookingIs(receipt))),

		/** Those of the receipts under which another account has a transfer. */
		async bookedElsewhere(account: string, receipts: readonly string[]): Promise<ReadonlySet<string>> {
			const listed = listOf(receipts);
			const found = orm
				.select({ receipt: bankBookings.receipt })
				.from(bankBookings)
				.where(and(inArray(bankBookings.receipt, listed), ne(bankBookings.account, account)));
			return new Set((await db.read(found)).map(({ receipt }) => receipt));
		},

		/**
		 * Stores credits of a file. A duplicate if another import has added one of them in the meantime.
		 * @param known stale unless the stored ones that are like these are still in this state
		 */
		addBookings(
			rows: readonly (typeof bankBookings.$inferInsert)[],
			known: { readonly like: BookingSearch; readonly state: string } | null,
		): Change {
			const isCurrent = known
				? sql`(select count(*) || ' ' || count(same_as) from ${bankBookings} where ${bookedLike(known.like)}) = ${known.state}`
				: sql`true`;
			const inserted = insertSelect(
				db,
				bankBookings,
				{
					...{ receipt: field("receipt"), account: field("account"), date: field("date") },
					...{ otherDate: field("otherDate"), amount: field("amount"), position: field("position") },
					...{ sameAs: field("sameAs"), format: field("format"), reference: field("reference") },
					...{ text: field("text"), importedAt: field("importedAt") },
				},
				sql`from json_each(${JSON.stringify(rows)}) where ${isCurrent}`,
			);
			return unique(["bank_bookings.account", "bank_bookings.receipt"], guarded(inserted));
		},

		/** Those of the receipts that are not posted, and whose review for this reason is open or not made yet. */
		async undecided(provider: string, receipts: readonly string[], reason: ReviewReason): Promise<ReadonlySet<string>> {
			const [reviews, posted] = await Promise.all([
				reviewsAbout(provider, receipts, [reason]),
				knownReceipts(provider, receipts),
			]);
			const decided = new Set([...reviews.flatMap((one) => (one.isOpen ? [] : one.receipt)), ...posted]);
			return new Set(receipts.filter((receipt) => !decided.has(receipt)));
		},

		/** What was received with each of these receipts. `amount` in minor units. */
		paymentsWith: (provider: string, receipts: readonly string[]) =>
			db.read(
				orm
					.select({ receipt: payments.receipt, amount: payments.amount })
					.from(payments)
					.where(and(inArray(payments.receipt, [...receipts]), eq(payments.provider, provider))),
			),

		/** Whether this amount was received with a receipt that begins with the text. */
		async hasPayment(provider: string, start: string, amount: number): Promise<boolean> {
			const found = orm
				.select({ id: payments.id })
				.from(payments)
				.where(and(startsWith(payments.receipt, start), eq(payments.provider, provider), eq(payments.amount, amount)))
				.limit(1);
			return (await db.read(found)).length > 0;
		},

		/** Invoices by their numbers. */
		invoices: (numbers: readonly string[]) =>
			db.read(
				orm
					.select({
						id: invoices.id,
						number: invoices.number,
						state: invoices.state,
						currency: invoices.currency,
						total: invoices.total,
						creditUsed: invoices.creditUsed,
					})
					.from(invoices)
					.where(inArray(invoices.number, [...numbers])),
			),

		async entryOf(provider: string, receipt: string) {
			const where = and(eq(ledgerEntries.provider, provider), eq(ledgerEntries.receipt, receipt));
			return (await db.read(orm.select().from(ledgerEntries).where(where)))[0];
		},
	};
}

/** Transfers of an account with one of these amounts (minor units), from one day until another (`YYYY-MM-DD`). */
export interface BookingSearch {
	readonly account: string;
	readonly amounts: readonly number[];
	readonly from: string;
	readonly until: string;
}

/** Of the rows that a statement reads from JSON. */
const field = (name: keyof typeof bankBookings.$inferInsert) => sql`json_each.value ->> ${`$.${name}`}`;

/** What changes in the rows when another one is added, or one is found to be the same as another. */
export const stateOfBookings = (rows: readonly { readonly sameAs: string | null }[]): string =>
	`${rows.length} ${rows.filter(({ sameAs }) => sameAs !== null).length}`;

export type BookingRow = typeof bankBookings.$inferSelect;
export type ReviewRow = typeof paymentReviews.$inferSelect;
export type LedgerEntry = typeof ledgerEntries.$inferInsert;
export type PaymentMessage = typeof paymentEvents.$inferInsert;

export interface Review {
	/** A payment's or refund's id, its receipt at the provider, or the deduplication key of an unknown message. */
	readonly about: string;
	readonly provider: string;
	readonly paymentId: string | null;
	readonly reason: ReviewReason;
	readonly body: string;
	readonly createdAt: number;
}
