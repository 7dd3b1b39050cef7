import { and, eq, inArray, notExists, sql } from "drizzle-orm";
import { type Change, change, guarded, write } from "~/db/change.server";
import type { Database } from "~/db/client.server";
import { returnCredit } from "~/db/credit.server";
import { type Invoice, invoiceLines, invoiceSequences, invoices, payments } from "~/db/schema";
import { invoicePrefix, lastInDigits, numbersPerLetter, sequenceLetters } from "./invoice-number";
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

export interface InvoiceLineToRemove {
	readonly id: string;
	readonly invoiceId: string;
	/** The invoice's total when it was read. */
	readonly total: number;
}

export function createInvoicesRepo(db: Database) {
	const { orm } = db;
	return {
		/**
		 * Inserts an invoice with the next number of its year. Both happen in one batch, so no number is skipped or used
		 * twice.
		 */
		insert(invoice: NewInvoice, lines: readonly NewInvoiceLine[], year: number): Change {
			const { last } = invoiceSequences;
			const over = sql`(${last} - ${lastInDigits} - 1)`;
			// Null after the last letter, so that the batch fails.
			const letter = sql`nullif(substr(${sequenceLetters}, 1 + ${over} / ${numbersPerLetter}, 1), '')`;
			const number = sql<string>`(select ${invoicePrefix + year} || case when ${last} <= ${lastInDigits}
				then printf('%06d', ${last}) else ${letter} || printf('%05d', ${over} % ${numbersPerLetter}) end
				from ${invoiceSequences} where ${invoiceSequences.year} = ${year})`;
			return write(
				orm
					.insert(invoiceSequences)
					.values({ year, last: 1 })
					.onConflictDoUpdate({ target: invoiceSequences.year, set: { last: sql`${invoiceSequences.last} + 1` } }),
				orm.insert(invoices).values({ ...invoice, state: "open", number }),
				...lines.map((line) => orm.insert(invoiceLines).values(line)),
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

		removeLine({ id, invoiceId, total }: InvoiceLineToRemove, { subtotal, tax, total: left }: LineSums): Change {
			const pending = orm
				.select({ id: payments.id })
				.from(payments)
				// The plus keeps SQLite from reading all pending payments of the shop.
				.where(and(eq(payments.invoiceId, invoiceId), sql`+${payments.state} = 'pending'`));
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
								notExists(pending),
							),
						),
				),
				guarded(orm.delete(invoiceLines).where(and(eq(invoiceLines.id, id), eq(invoiceLines.invoiceId, invoiceId)))),
			);
		},

		setVoid(which: OpenInvoices, now: number): Change {
			const chosen = "orderId" in which ? eq(invoices.orderId, which.orderId) : eq(invoices.userId, which.userId);
			const open = and(chosen, inArray(invoices.state, invoiceStates.sources("void")));
			return change(returnCredit(db, chosen, now), write(orm.update(invoices).set({ state: "void" }).where(open)));
		},
	};
}
