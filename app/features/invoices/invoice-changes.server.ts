import type { Change } from "~/db/change.server";
import type { Database } from "~/db/client.server";
import type { Invoice } from "~/db/schema";
import { invoiceYear } from "./invoice-number";
import {
	createInvoicesRepo,
	type InvoiceLinesToRemove,
	type LineSums,
	type NewInvoice,
	type NewInvoiceLine,
	type OpenInvoices,
	pendingPayment,
} from "./invoices.repo.server";

/** Creates an open invoice with the next number of its year. */
export const issueInvoice = (db: Database, invoice: NewInvoice, lines: readonly NewInvoiceLine[]): Change =>
	createInvoicesRepo(db).insert(invoice, lines, invoiceYear(invoice.issuedAt));

/** Stale if the invoice is no longer open, or if `creditUsed` or `total` has changed since it was read. */
export const setInvoicePaid = (
	db: Database,
	invoice: Pick<Invoice, "id" | "creditUsed" | "total">,
	now: number,
): Change => createInvoicesRepo(db).setPaid(invoice, now);

/** Writes nothing. Stale if its state, `creditUsed` or `total` has changed since it was read. */
export const invoiceUnchanged = (
	db: Database,
	invoice: Pick<Invoice, "id" | "state" | "creditUsed" | "total">,
): Change => createInvoicesRepo(db).keep(invoice);

/** Marks a paid invoice as refunded if credit notes cover everything that was paid. Put it after the last of them. */
export const setInvoiceRefunded = (db: Database, invoiceId: string): Change =>
	createInvoicesRepo(db).setRefundedIfComplete(invoiceId);

/** Cancels open invoices and returns the credit that was used for them. */
export const voidInvoices = (db: Database, which: OpenInvoices, now: number): Change =>
	createInvoicesRepo(db).setVoid(which, now);

/** Records that staff gave up the money. Stale unless it is open. The same commit makes it void. */
export const invoiceWrittenOff = (db: Database, id: string, now: number): Change =>
	createInvoicesRepo(db).setWrittenOff(id, now);

/**
 * Removes lines of an invoice from which no credit was used. Stale if it is no longer open, if its total has changed since
 * it was read, or if a payment is pending.
 */
export const invoiceLinesRemoved = (db: Database, lines: InvoiceLinesToRemove, sums: LineSums): Change =>
	createInvoicesRepo(db).removeLines(lines, sums);

export { type LineSums, type NewInvoiceLine, pendingPayment };
