import { and, asc, eq, type SQL } from "drizzle-orm";
import type { Database } from "./client.server";
import { ledgerEntries, payments } from "./schema";

/** Query for the payments of invoices, oldest first. @param which the condition, which has to name the invoices */
export const invoicePayments = (db: Database, which: SQL | undefined) =>
	db.orm
		.select({
			id: ledgerEntries.id,
			receipt: ledgerEntries.receipt,
			amount: ledgerEntries.amount,
			paidAt: ledgerEntries.createdAt,
			method: payments.method,
			phone: payments.phone,
			cardName: payments.cardName,
		})
		.from(ledgerEntries)
		.leftJoin(payments, eq(payments.id, ledgerEntries.paymentId))
		.where(and(eq(ledgerEntries.kind, "payment"), which))
		.orderBy(asc(ledgerEntries.createdAt), asc(ledgerEntries.id));
