import { and, eq, inArray, notExists, sql } from "drizzle-orm";
import { type Change, change, guarded, write } from "~/db/change.server";
import type { Database } from "~/db/client.server";
import { returnCredit } from "~/db/credit.server";
import { nextNumber } from "~/db/number-series.server";
import { refundableAmount } from "~/db/refundable";
import { type Invoice, invoiceLines, invoiceSequences, invoices, payments } from "~/db/schema";
import { invoicePrefix } from "./invoice-number";
import { invoiceStates } from "./invoice-state";

export type NewInvoice = Omit<typeof invoices.$inferInsert, "number" | "state">;
export type NewInvoiceLine = typeof invoiceLines.$inferInsert;

/** Open invoices of an order or a customer. */
export type OpenInvoices = { readonly orderId: string } | { readonly userId: string };

/** The sums without a removed line, in minor units. */
export interface LineSums {
	readonly subtotal: number;
	readonly tax: number;
	readonly total: number;
}

export interface InvoiceLinesToRemove {
	readonly ids: readonly string[];
	readonly invoiceId: string;
	/** The invoice's total when it was read. */
	readonly total: number;
}

/** Pending payments of an invoice. */
export const pendingPayment = ({ orm }: Pick<Database, "orm">, invoiceId: string) =>
	orm
		.select({ id: payments.id })
		.from(payments)
		// The plus keeps SQLite from reading all pending payments of the shop.
		.where(and(eq(payments.invoiceId, invoiceId), sql`+${payments.state} = 'pending'`));

export function createInvoicesRepo(db: Database) {
	const { orm } = db;
	return {
		/** Inserts an invoice with the next number of its year. */
		insert(invoice: NewInvoice, lines: readonly NewInvoiceLine[], year: number): Change {
			const { raised, number } = nextNumber(db, invoiceSequences, invoicePrefix, year);
			return change(
				raised,
				write(
					orm.insert(invoices).values({ ...invoice, state: "open", number }),
					...lines.map((line) => orm.insert(invoiceLines).values(line)),
				),
			);
		},

		setPaid: ({ id, creditUsed, total }: Pick<Invoice, "id" | "creditUsed" | "total">, now: number): Change =>
			guarded(
				orm
					.update(invoices)
					.set({ state: "paid", paidAt: now })
					.where(
						and(
							eq(invoices.id, id),
							inArray(invoices.state, invoiceStates.sources("paid")),
							eq(invoices.creditUsed, creditUsed),
							eq(invoices.total, total),
						),
					),
			),

		/** Writes nothing. Stale if what is due has changed since the invoice was read. */
		keep: ({ id, state, creditUsed, total }: Pick<Invoice, "id" | "state" | "creditUsed" | "total">): Change =>
			guarded(
				orm
					.update(invoices)
					.set({ total: sql`${invoices.total}` })
					.where(
						and(
							eq(invoices.id, id),
							eq(invoices.state, state),
							eq(invoices.creditUsed, creditUsed),
							eq(invoices.total, total),
						),
					),
			),

		/** Goes after the change that adds a credit note. */
		setRefundedIfComplete(invoiceId: string): Change {
			const complete = and(
				eq(invoices.id, invoiceId),
				inArray(invoices.state, invoiceStates.sources("refunded")),
				sql`${refundableAmount(db, invoiceId)} <= 0`,
			);
			return write(orm.update(invoices).set({ state: "refunded" }).where(complete));
		},

		removeLines({ ids, invoiceId, total }: InvoiceLinesToRemove, { subtotal, tax, total: left }: LineSums): Change {
			return change(
				guarded(
					orm
						.update(invoices)
						.set({ subtotal, tax, total: left })
						.where(
							and(
								eq(invoices.id, invoiceId),
								eq(invoices.state, "open"),
								eq(invoices.creditUsed, 0),
								eq(invoices.total, total),
								notExists(pendingPayment(db, invoiceId)),
							),
						),
				),
				guarded(
					orm
						.delete(invoiceLines)
						.where(and(inArray(invoiceLines.id, [...ids]), eq(invoiceLines.invoiceId, invoiceId))),
				),
			);
		},

		setWrittenOff: (id: string, now: number): Change =>
			guarded(
				orm
					.update(invoices)
					.set({ writtenOffAt: now })
					.where(and(eq(invoices.id, id), eq(invoices.state, "open"))),
			),

		setVoid(which: OpenInvoices, now: number): Change {
			const chosen = "orderId" in which ? eq(invoices.orderId, which.orderId) : eq(invoices.userId, which.userId);
			const open = and(chosen, inArray(invoices.state, invoiceStates.sources("void")));
			return change(returnCredit(db, chosen, now), write(orm.update(invoices).set({ state: "void" }).where(open)));
		},
	};
}
