import { and, asc, desc, eq, getTableColumns, gte, inArray, isNotNull, lte, type SQL, sql } from "drizzle-orm";
import { type Change, change, guarded, write } from "~/db/change.server";
import type { Database } from "~/db/client.server";
import { insertSelect } from "~/db/insert-select";
import { keysetInRange } from "~/db/keyset";
import { nextNumber } from "~/db/number-series.server";
import { refundableAmount } from "~/db/refundable";
import {
	creditNoteLines,
	creditNoteSequences,
	creditNotes,
	domains,
	hostingPlans,
	invoiceLines,
	invoices,
	jobs,
	ledgerEntries,
	orderLines,
	payments,
	refunds,
	stockReservations,
} from "~/db/schema";
import { creditNotePrefix } from "~/features/invoices/invoice-number";
import type { JobState } from "~/features/orders/job";
import type { ReservationState } from "~/features/stock/stock";
import { type RefundState, refundStates } from "./refund-state";

export type RefundRow = typeof refunds.$inferSelect;
export type CreditNoteRow = typeof creditNotes.$inferSelect;
type NewCreditNote = Omit<typeof creditNotes.$inferInsert, "number">;

/** Time in ms. */
export interface DueRefund {
	readonly id: string;
	readonly nextCheckAt: number;
}

/** Credit notes and refunds. Each state change is guarded by the states it may start from. */
export function createRefundsRepo(db: Database) {
	const { orm } = db;
	const select = () => orm.select().from(refunds);
	/** Refunds with the numbers of their invoice and credit note. */
	const withNumbers = () =>
		orm
			.select({
				refund: refunds,
				invoiceNumber: sql<string>`${invoices.number}`.as("invoice_number"),
				creditNote: sql<string>`${creditNotes.number}`.as("credit_note"),
			})
			.from(refunds)
			.innerJoin(creditNotes, eq(creditNotes.id, refunds.creditNoteId))
			.innerJoin(invoices, eq(invoices.id, refunds.invoiceId));
	const canBecome = ({ id, round }: RefundRow, state: RefundState) =>
		and(eq(refunds.id, id), eq(refunds.round, round), inArray(refunds.state, refundStates.sources(state)));

	/** Everything that was paid and paid back for an invoice. */
	async function invoiceWith(which: SQL) {
		const id = orm.select({ id: invoices.id }).from(invoices).where(which);
		const orderId = orm.select({ id: invoices.orderId }).from(invoices).where(which);
		const lineIds = orm.select({ id: orderLines.id }).from(orderLines).where(inArray(orderLines.orderId, orderId));
		const planIds = orm.select({ id: orderLines.planId }).from(orderLines).where(inArray(orderLines.orderId, orderId));
		const [found, lines, entries, attempts, notes, noteLines, sent, ordered, named, bought, renewed, goods] =
			await Promise.all([
				db.read(
					orm
						.select({ invoice: invoices, left: refundableAmount(db, sql`${invoices.id}`).as("left_to_refund") })
						.from(invoices)
						.where(which),
				),
				db.read(
					orm.select().from(invoiceLines).where(inArray(invoiceLines.invoiceId, id)).orderBy(invoiceLines.position),
				),
				db.read(
					orm
						.select()
						.from(ledgerEntries)
						.where(and(inArray(ledgerEntries.invoiceId, id), eq(ledgerEntries.kind, "payment")))
						.orderBy(desc(ledgerEntries.createdAt), desc(ledgerEntries.id)),
				),
				db.read(orm.select().from(payments).where(inArray(payments.invoiceId, id))),
				db.read(orm.select().from(creditNotes).where(inArray(creditNotes.invoiceId, id)).orderBy(creditNotes.number)),
				db.read(
					orm
						.select({ creditNoteId: creditNoteLines.creditNoteId, invoiceLineId: creditNoteLines.invoiceLineId })
						.from(creditNoteLines)
						.innerJoin(creditNotes, eq(creditNotes.id, creditNoteLines.creditNoteId))
						.where(inArray(creditNotes.invoiceId, id)),
				),
				db.read(select().where(inArray(refunds.invoiceId, id)).orderBy(asc(refunds.createdAt), asc(refunds.id))),
				db.read(
					orm
						.select({ id: orderLines.id, kind: orderLines.kind, domain: orderLines.domain, planId: orderLines.planId })
						.from(orderLines)
						.where(inArray(orderLines.orderId, orderId))
						.orderBy(orderLines.position),
				),
				db.read(
					orm
						.select(getTableColumns(domains))
						.from(invoices)
						.innerJoin(orderLines, eq(orderLines.orderId, invoices.orderId))
						.innerJoin(domains, and(eq(domains.userId, invoices.userId), eq(domains.name, orderLines.domain)))
						.where(which),
				),
				db.read(orm.select().from(hostingPlans).where(inArray(hostingPlans.orderLineId, lineIds))),
				db.read(orm.select().from(hostingPlans).where(inArray(hostingPlans.id, planIds))),
				db.read(
					orm
						.select({
							orderLineId: sql<string>`${orderLines.id}`.as("goods_line"),
							orderId: orderLines.orderId,
							name: orderLines.name,
							quantity: orderLines.quantity,
							reservation: sql<ReservationState | null>`${stockReservations.state}`.as("reservation_state"),
							jobId: sql<string | null>`${jobs.id}`.as("job_id"),
							jobState: sql<JobState | null>`${jobs.state}`.as("job_state"),
						})
						.from(orderLines)
						.leftJoin(stockReservations, eq(stockReservations.orderLineId, orderLines.id))
						.leftJoin(jobs, and(eq(jobs.orderLineId, orderLines.id), eq(jobs.kind, "ship_hardware")))
						.where(and(inArray(orderLines.orderId, orderId), eq(orderLines.kind, "hardware"))),
				),
			]);
		const [first] = found;
		const paid = entries.map((entry) => ({
			entry,
			payment: attempts.find(({ id }) => id === entry.paymentId) ?? null,
		}));
		const services = { ordered, domains: named, plans: [...bought, ...renewed], goods };
		return first && { ...first, lines, paid, notes, noteLines, refunds: sent, services };
	}

	return {
		invoice: (number: string) => invoiceWith(eq(invoices.number, number)),
		invoiceOf: (invoiceId: string) => invoiceWith(eq(invoices.id, invoiceId)),

		async payment(paymentId: string) {
			return (await db.read(orm.select().from(payments).where(eq(payments.id, paymentId))))[0];
		},

		/** The payment with this receipt. */
		async paymentOf(provider: string, receipt: string) {
			const where = and(eq(payments.receipt, receipt), eq(payments.provider, provider));
			return (await db.read(orm.select({ id: payments.id }).from(payments).where(where)))[0];
		},

		/** Refunds of an amount (minor units) by a provider whose credit notes were issued since a time (ms), oldest first. */
		sentSince: (provider: string, amount: number, since: number) =>
			db.read(
				orm
					.select(getTableColumns(refunds))
					.from(creditNotes)
					.innerJoin(refunds, eq(refunds.creditNoteId, creditNotes.id))
					.where(and(gte(creditNotes.issuedAt, since), eq(refunds.provider, provider), eq(refunds.amount, amount)))
					.orderBy(asc(refunds.createdAt), asc(refunds.id)),
			),

		/** Stores the receipt of a refund that was made without one. Stale if it has got another one. */
		setReceipt: ({ id, reference }: RefundRow, receipt: string): Change =>
			guarded(
				orm
					.update(refunds)
					.set({ reference: receipt })
					.where(and(eq(refunds.id, id), sql`${refunds.reference} is ${reference}`, eq(refunds.state, "succeeded"))),
			),

		async creditNote(id: string): Promise<CreditNoteRow | undefined> {
			return (await db.read(orm.select().from(creditNotes).where(eq(creditNotes.id, id))))[0];
		},

		ofCreditNote: (creditNoteId: string) =>
			db.read(select().where(eq(refunds.creditNoteId, creditNoteId)).orderBy(asc(refunds.id))),

		/** The refunds of a payment, oldest first. */
		ofPayment: (paymentId: string) => {
			const invoiceId = orm.select({ id: payments.invoiceId }).from(payments).where(eq(payments.id, paymentId));
			const mine = and(inArray(refunds.invoiceId, invoiceId), eq(refunds.paymentId, paymentId));
			return db.read(select().where(mine).orderBy(asc(refunds.createdAt), asc(refunds.id)));
		},

		/**
		 * Inserts a credit note with the next number of its year, and its refunds. Stale if more or less can be refunded than
		 * when it was planned.
		 */
		insert(
			note: NewCreditNote,
			lines: readonly (typeof creditNoteLines.$inferInsert)[],
			sent: readonly RefundRow[],
			{ left, year }: { left: number; year: number },
		): Change {
			const { raised, number } = nextNumber(db, creditNoteSequences, creditNotePrefix, year);
			const unchanged = and(eq(invoices.id, note.invoiceId), sql`${refundableAmount(db, note.invoiceId)} = ${left}`);
			return change(
				raised,
				guarded(insertSelect(db, creditNotes, { ...note, number }, sql`from ${invoices} where ${unchanged}`)),
				write(
					...lines.map((line) => orm.insert(creditNoteLines).values(line)),
					...sent.map((refund) => orm.insert(refunds).values(refund)),
				),
			);
		},

		/** Expression: the number of a credit note. */
		numberOf: (creditNoteId: string) =>
			sql`(select ${creditNotes.number} from ${creditNotes} where ${creditNotes.id} = ${creditNoteId})`,

		async find(refundId: string) {
			const paymentId = orm.select({ id: refunds.paymentId }).from(refunds).where(eq(refunds.id, refundId));
			const [[found], [payment]] = await Promise.all([
				db.read(withNumbers().where(eq(refunds.id, refundId))),
				db.read(orm.select().from(payments).where(inArray(payments.id, paymentId))),
			]);
			return found && { ...found, payment: payment ?? null };
		},

		async idOfToken(callbackToken: string): Promise<string | undefined> {
			const [found] = await db.read(
				orm.select({ id: refunds.id }).from(refunds).where(eq(refunds.callbackToken, callbackToken)),
			);
			return found?.id;
		},

		/** Counts a check. Stale if another run has counted it, so that only one run calls the provider. */
		claim: ({ id, round, checks }: RefundRow, nextCheckAt: number | null): Change =>
			guarded(
				orm
					.update(refunds)
					.set({ checks: checks + 1, nextCheckAt })
					.where(
						and(eq(refunds.id, id), eq(refunds.round, round), eq(refunds.checks, checks), eq(refunds.state, "pending")),
					),
			),

		/** Stores the provider's reference, and when to ask again. Null if staff enter the result. */
		setPending: ({ id, round }: RefundRow, reference: string | undefined, nextCheckAt: number | null | undefined) =>
			write(
				orm
					.update(refunds)
					.set({ ...(reference !== undefined && { reference }), ...(nextCheckAt !== undefined && { nextCheckAt }) })
					.where(and(eq(refunds.id, id), eq(refunds.round, round), eq(refunds.state, "pending"))),
			),

		/** Stale if it has succeeded, become credit or was tried again. */
		setSucceeded: (refund: RefundRow, reference: string | undefined, now: number): Change =>
			guarded(
				orm
					.update(refunds)
					.set({
						...{ state: "succeeded", failure: null, nextCheckAt: null, settledAt: now },
						...(reference !== undefined && { reference }),
					})
					.where(canBecome(refund, "succeeded")),
			),

		setFailed: (refund: RefundRow, failure: string): Change =>
			guarded(
				orm.update(refunds).set({ state: "failed", failure, nextCheckAt: null }).where(canBecome(refund, "failed")),
			),

		/** Sends a failed refund once more, as another refund at the provider. */
		setRetried: (refund: RefundRow, nextCheckAt: number): Change =>
			guarded(
				orm
					.update(refunds)
					.set({ state: "pending", failure: null, reference: null, round: refund.round + 1, checks: 0, nextCheckAt })
					.where(canBecome(refund, "pending")),
			),

		setCredited: (refund: RefundRow, now: number): Change =>
			guarded(orm.update(refunds).set({ state: "credited", settledAt: now }).where(canBecome(refund, "credited"))),

		/** The next refunds whose check is due, the longest waiting first. */
		async due(now: number, after: DueRefund | null, limit: number): Promise<DueRefund[]> {
			const position = after && ([after.nextCheckAt, after.id] as const);
			const { where, orderBy } = keysetInRange(refunds.nextCheckAt, refunds.id, { from: 0, to: now }, position);
			const rows = await db.read(
				orm
					.select({ id: refunds.id, nextCheckAt: refunds.nextCheckAt })
					.from(refunds)
					// Not null: the condition of the partial index.
					.where(and(isNotNull(refunds.nextCheckAt), lte(refunds.nextCheckAt, now), where))
					.orderBy(...orderBy)
					.limit(limit),
			);
			return rows.flatMap(({ id, nextCheckAt }) => (nextCheckAt === null ? [] : [{ id, nextCheckAt }]));
		},
	};
}
