import type { Change } from "~/db/change.server";
import type { Database } from "~/db/client.server";
import type { Invoice } from "~/db/schema";
import { invoiceYear } from "./invoice-number";
import { createInvoicesRepo, type NewInvoice, type NewInvoiceLine, type OpenInvoices } from "./invoices.repo.server";

/** Creates an open invoice with the next number of its year. */
export const issueInvoice = (db: Database, invoice: NewInvoice, lines: readonly NewInvoiceLine[]): Change =>
	createInvoicesRepo(db).insert(invoice, lines, invoiceYear(invoice.issuedAt));

/** Stale if the invoice is no longer open, or if `creditUsed` has changed since it was read. */
export const setInvoicePaid = (db: Database, invoice: Pick<Invoice, "id" | "creditUsed">, now: number): Change =>
	createInvoicesRepo(db).setPaid(invoice, now);

/** Cancels open invoices and returns the credit that was used for them. */
export const voidInvoices = (db: Database, which: OpenInvoices, now: number): Change =>
	createInvoicesRepo(db).setVoid(which, now);

export type { NewInvoiceLine };
