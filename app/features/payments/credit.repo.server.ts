import { and, eq, gt, sql } from "drizzle-orm";
import { type Change, change, guarded, unique } from "~/db/change.server";
import type { Database } from "~/db/client.server";
import { creditBalance, creditProvider, isCreditEntry } from "~/db/credit.server";
import { insertSelect } from "~/db/insert-select";
import { type Owner, ownedBy } from "~/db/owner";
import { type Invoice, invoices, ledgerEntries } from "~/db/schema";
import { createId } from "~/lib/ids";
import type { Currency } from "~/lib/money";

/** Customers' credit, summed from the ledger. Amounts in minor units. */
export function createCreditRepo(db: Database) {
	const { orm } = db;
	return {
		balances: (owner: Owner, now: number): Promise<{ currency: Currency; amount: number }[]> =>
			db.read(
				orm
					.select({ currency: ledgerEntries.currency, amount: creditBalance.as("amount") })
					.from(ledgerEntries)
					.where(and(ownedBy(ledgerEntries.userId, owner, now), isCreditEntry))
					.groupBy(ledgerEntries.currency)
					.having(gt(creditBalance, 0)),
			),

		/**
		 * Pays `amount` of the invoice from credit. Stale or a duplicate if the credit is too low, or the invoice has
		 * changed since it was read.
		 */
		spend({ id: invoiceId, userId, currency, creditUsed, total }: Invoice, amount: number, now: number): Change {
			const entry = {
				id: createId("led", now),
				userId,
				invoiceId,
				kind: "payment",
				provider: creditProvider,
				receipt: `${invoiceId}:${creditUsed}`,
				amount,
				currency,
				createdAt: now,
			} as const;
			const held = orm
				.select({ amount: creditBalance })
				.from(ledgerEntries)
				.where(and(eq(ledgerEntries.userId, userId), eq(ledgerEntries.currency, currency), isCreditEntry));
			const posted = insertSelect(db, ledgerEntries, entry, sql`where ${held} >= ${amount}`);
			const used = orm
				.update(invoices)
				.set({ creditUsed: creditUsed + amount })
				.where(
					and(
						eq(invoices.id, invoiceId),
						eq(invoices.state, "open"),
						eq(invoices.creditUsed, creditUsed),
						eq(invoices.total, total),
					),
				);
			return change(unique("ledger_entries.receipt", guarded(posted)), guarded(used));
		},
	};
}
