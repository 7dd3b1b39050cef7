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

		/** An invoice with its lines and payments. Null if it is not the owner's. */
		async invoice(owner: Owner, id: string) {
			const now = clock();
			const [[invoice], lines, payments] = await Promise.all([
				repo.find(owner, id, now),
				repo.lines(owner, id, now),
				repo.payments(owner, id, now),
			]);
			return invoice ? { ...invoice, lines, payments } : null;
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
