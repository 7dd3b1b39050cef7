import { and, asc, count, desc, eq, gte, inArray, lt, or, type SQL, sql } from "drizzle-orm";
import type { Database } from "~/db/client.server";
import { contains } from "~/db/keyset";
import { invoicePayments } from "~/db/ledger.server";
import { ownedFirst, ownedPage } from "~/db/owned";
import { type Owner, ownedBy } from "~/db/owner";
import { savedQuery } from "~/db/saved-query.server";
import {
	creditNoteLines,
	creditNotes,
	fiscalDocuments,
	type Invoice,
	invoiceLines,
	invoices,
	ledgerEntries,
	refunds,
} from "~/db/schema";
import { HOUR } from "~/lib/durations";
import type { Cursor } from "~/lib/page";
import { readSort } from "~/lib/sort-order";
import type { InvoiceSort, InvoiceTab } from "./billing";

/** `q` matches the invoice's number or a line's description. */
export interface InvoiceFilter {
	readonly tab: InvoiceTab;
	readonly q?: string;
	/** Default: newest first. */
	readonly sort?: InvoiceSort;
}

/** All invoices of an account have the same currency. */
const sortKeys = { issued: invoices.issuedAt, total: invoices.total };

type SortKey = keyof typeof sortKeys;

/** Cursor of the page after this row. */
export const invoiceCursor = (row: Invoice, sort: InvoiceSort = "-issued"): Cursor => [
	readSort<SortKey>(sort).by === "total" ? row.total : row.issuedAt,
	row.id,
];

const mine = (owner: Owner, now: number) => ownedBy(invoices.userId, owner, now);

const newestOpen = ownedFirst(invoices, {
	where: eq(invoices.state, "open"),
	key: invoices.issuedAt,
	direction: "desc",
});

/** Like `chargedTotal`, less the credit used: whole shillings. */
const payable = sql`iif(${invoices.currency} = 'KES', (${invoices.total} - ${invoices.creditUsed}) / 100 * 100, ${invoices.total} - ${invoices.creditUsed})`;

const openAmounts = savedQuery((orm, { owner, now }: { owner: Owner; now: number }) =>
	orm
		.select({
			currency: invoices.currency,
			count: count(),
			amount: sql<number>`sum(${payable})`,
		})
		.from(invoices)
		.where(and(mine(owner, now), eq(invoices.state, "open")))
		.groupBy(invoices.currency),
);

const issuedHour = sql<number>`${invoices.issuedAt} / ${sql.raw(String(HOUR))}`;

const billedByHour = savedQuery((orm, { owner, since, now }: { owner: Owner; since: number; now: number }) =>
	orm
		.select({
			hour: issuedHour.as("hour"),
			currency: invoices.currency,
			amount: sql<number>`sum(${invoices.creditUsed} + ${payable})`,
		})
		.from(invoices)
		.where(and(mine(owner, now), inArray(invoices.state, ["open", "paid"]), gte(invoices.issuedAt, since)))
		.groupBy(issuedHour, invoices.currency),
);

/** Queries for a customer's invoices. */
export function createBillingRepo(db: Database) {
	/** Whether the number or a line contains the text. */
	function matchesText(owner: Owner, text: string, now: number) {
		const lines = db.orm
			.select({ id: invoiceLines.invoiceId })
			.from(invoiceLines)
			.innerJoin(invoices, eq(invoices.id, invoiceLines.invoiceId))
			.where(and(mine(owner, now), contains([invoiceLines.description], text)));
		return or(contains([invoices.number], text), inArray(invoices.id, lines));
	}

	return {
		/** @param limit default: one more than the page size */
		list(owner: Owner, { tab, q, sort = "-issued" }: InvoiceFilter, after: Cursor | null, now: number, limit?: number) {
			const where = and(inTab(tab, now), q ? matchesText(owner, q, now) : undefined);
			const { by, direction } = readSort<SortKey>(sort);
			const page = { where, key: sortKeys[by], direction, after, limit };
			return ownedPage(db, invoices, owner, page, now);
		},

		find: (owner: Owner, id: string, now: number) =>
			db.read(
				db.orm
					.select()
					.from(invoices)
					.where(and(eq(invoices.id, id), mine(owner, now))),
			),

		lines: (owner: Owner, invoiceId: string, now: number) =>
			db.read(
				db.orm
					.select({
						id: invoiceLines.id,
						description: invoiceLines.description,
						quantity: invoiceLines.quantity,
						unitAmount: invoiceLines.unitAmount,
						amount: invoiceLines.amount,
					})
					.from(invoiceLines)
					.innerJoin(invoices, eq(invoices.id, invoiceLines.invoiceId))
					.where(and(eq(invoiceLines.invoiceId, invoiceId), mine(owner, now)))
					.orderBy(asc(invoiceLines.position)),
			),

		/** The payments of an invoice. */
		payments: (owner: Owner, invoiceId: string, now: number) =>
			db.read(
				invoicePayments(db, and(eq(ledgerEntries.invoiceId, invoiceId), ownedBy(ledgerEntries.userId, owner, now))),
			),

		/** The credit notes of an invoice, oldest first. */
		creditNotes: (owner: Owner, invoiceId: string, now: number) =>
			db.read(
				db.orm
					.select()
					.from(creditNotes)
					.where(and(eq(creditNotes.invoiceId, invoiceId), ownedBy(creditNotes.userId, owner, now)))
					.orderBy(asc(creditNotes.number)),
			),

		/** How the money of each credit note of an invoice goes back. */
		refunds: (owner: Owner, invoiceId: string, now: number) =>
			db.read(
				db.orm
					.select({ creditNoteId: refunds.creditNoteId, target: refunds.target, state: refunds.state })
					.from(refunds)
					.where(and(eq(refunds.invoiceId, invoiceId), ownedBy(refunds.userId, owner, now)))
					.orderBy(asc(refunds.createdAt), asc(refunds.id)),
			),

		/** What the tax authority signs: the invoice and its credit notes. */
		fiscalDocuments: (owner: Owner, invoiceId: string, now: number) =>
			db.read(
				db.orm
					.select()
					.from(fiscalDocuments)
					.where(and(eq(fiscalDocuments.invoiceId, invoiceId), ownedBy(fiscalDocuments.userId, owner, now))),
			),

		creditNoteLines: (owner: Owner, creditNoteId: string, now: number) =>
			db.read(
				db.orm
					.select({
						id: creditNoteLines.id,
						description: creditNoteLines.description,
						quantity: creditNoteLines.quantity,
						amount: creditNoteLines.amount,
					})
					.from(creditNoteLines)
					.innerJoin(creditNotes, eq(creditNotes.id, creditNoteLines.creditNoteId))
					.where(and(eq(creditNoteLines.creditNoteId, creditNoteId), ownedBy(creditNotes.userId, owner, now)))
					.orderBy(asc(creditNoteLines.position)),
			),

		/** The sum of the credit notes of each invoice that has any. */
		refunded: (owner: Owner, now: number) =>
			db.read(
				db.orm
					.select({ invoiceId: creditNotes.invoiceId, amount: sql<number>`sum(${creditNotes.total})`.as("refunded") })
					.from(creditNotes)
					.where(ownedBy(creditNotes.userId, owner, now))
					.groupBy(creditNotes.invoiceId),
			),

		/** The amount due of open invoices, by currency. */
		open: (owner: Owner, now: number) => db.read(openAmounts({ owner, now })),

		newestOpen: (owner: Owner, limit: number, now: number) => db.read(newestOpen({ owner, limit, now })),

		/** Invoiced amounts by hour, so that the caller can sum calendar months in any time zone. */
		billedByHour: (owner: Owner, since: number, now: number) => db.read(billedByHour({ owner, since, now })),

		search: (owner: Owner, text: string, limit: number, now: number) =>
			db.read(
				db.orm
					.select({ id: invoices.id, number: invoices.number, state: invoices.state, issuedAt: invoices.issuedAt })
					.from(invoices)
					.where(and(mine(owner, now), matchesText(owner, text, now)))
					.orderBy(desc(invoices.issuedAt), desc(invoices.id))
					.limit(limit),
			),
	};
}

function inTab(tab: InvoiceTab, now: number): SQL | undefined {
	if (tab === "all") return undefined;
	return tab === "overdue" ? and(eq(invoices.state, "open"), lt(invoices.dueAt, now)) : eq(invoices.state, tab);
}
