import type { Database } from "~/db/client.server";
import type { Owner } from "~/db/owner";
import type { Clock } from "~/lib/clock";
import { DAY } from "~/lib/durations";
import type { Currency } from "~/lib/money";
import { decodeCursor, toPage } from "~/lib/page";
import { billedByMonth } from "./billing";
import { createBillingRepo, type InvoiceFilter, invoiceCursor } from "./billing.repo.server";

export type Billing = ReturnType<typeof createBilling>;

const maxExported = 5_000;

export function createBilling({ db, clock }: { db: Database; clock: Clock }) {
	const repo = createBillingRepo(db);
	return {
		async list(owner: Owner, { after, ...filter }: InvoiceFilter & { after?: string | undefined }) {
			const rows = await repo.list(owner, filter, decodeCursor(after), clock());
			return toPage(rows, (row) => invoiceCursor(row, filter.sort));
		},

		/** Up to `maxExported` matching invoices. */
		export: (owner: Owner, filter: InvoiceFilter) => repo.list(owner, filter, null, clock(), maxExported),

		/** An invoice with its lines, payments and credit notes. Null if it is not the owner's. */
		async invoice(owner: Owner, id: string) {
			const now = clock();
			const [[invoice], lines, payments, notes, refunds, signed] = await Promise.all([
				repo.find(owner, id, now),
				repo.lines(owner, id, now),
				repo.payments(owner, id, now),
				repo.creditNotes(owner, id, now),
				repo.refunds(owner, id, now),
				repo.fiscalDocuments(owner, id, now),
			]);
			const fiscal = signed.find(({ creditNoteId }) => creditNoteId === null) ?? null;
			const creditNotes = notes.map((note) => ({
				...note,
				refunds: refunds.filter(({ creditNoteId }) => creditNoteId === note.id),
			}));
			return invoice ? { ...invoice, lines, payments, creditNotes, fiscal } : null;
		},

		/** A credit note with its lines. Null if it is not one of the owner's invoice. */
		async creditNote(owner: Owner, { invoiceId, creditNoteId }: { invoiceId: string; creditNoteId: string }) {
			const now = clock();
			const [[invoice], notes, lines, signed] = await Promise.all([
				repo.find(owner, invoiceId, now),
				repo.creditNotes(owner, invoiceId, now),
				repo.creditNoteLines(owner, creditNoteId, now),
				repo.fiscalDocuments(owner, invoiceId, now),
			]);
			const note = notes.find(({ id }) => id === creditNoteId);
			const fiscal = signed.find((document) => document.creditNoteId === creditNoteId) ?? null;
			const original = signed.find((document) => document.creditNoteId === null) ?? null;
			return invoice && note ? { ...note, invoice: { ...invoice, fiscal: original }, lines, fiscal } : null;
		},

		/** What was paid back of each invoice, by the invoice's id, in minor units. */
		async refunded(owner: Owner): Promise<ReadonlyMap<string, number>> {
			const rows = await repo.refunded(owner, clock());
			return new Map(rows.map(({ invoiceId, amount }) => [invoiceId, amount]));
		},

		/** The lines of an invoice. Empty if it is not the owner's. */
		lines: (owner: Owner, id: string) => repo.lines(owner, id, clock()),

		/** The newest open invoices. */
		unpaid: (owner: Owner, limit: number) => repo.newestOpen(owner, limit, clock()),

		/** The amount due of open invoices, by currency. */
		open: (owner: Owner) => repo.open(owner, clock()),

		/** Returns a function, so that the customer's settings can load in the same round trip. */
		async billedThisYear(owner: Owner) {
			const now = clock();
			// One day earlier than in UTC, because the year starts earlier in some time zones.
			const since = Date.UTC(new Date(now - DAY).getUTCFullYear(), 0, 1) - DAY;
			const hours = await repo.billedByHour(owner, since, now);
			return ({ currency, timezone }: { currency: Currency; timezone: string }) =>
				billedByMonth(hours, currency, now, timezone);
		},

		search: (owner: Owner, text: string, limit: number) => repo.search(owner, text, limit, clock()),
	};
}
