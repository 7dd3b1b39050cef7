import { and, eq, gt, sql } from "drizzle-orm";
import { type Change, change, guarded, unique } from "~/db/change.server";
import type { Database } from "~/db/client.server";
import { creditBalance, creditProvider, isCreditEntry } from "~/db/credit.server";
import { insertSelect } from "~/db/insert-select";
import { type Owner, ownedBy } from "~/db/owner";
import { type Invoice, invoices, ledgerEntries } from "~/db/schema";
import { createId } from "~/lib/ids";
import type { Currency, Money } from "~/lib/money";

/** Customers' credit, summed from the ledger. Amounts in minor units. */
export function createCreditRepo(db: Database) {
	const { orm } = db;
	const held = (userId: string, currency: Currency) =>
		orm
			.select({ amount: creditBalance })
			.from(ledgerEntries)
			.where(and(eq(ledgerEntries.userId, userId), eq(ledgerEntries.currency, currency), isCreditEntry));

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
		 * Credit that was paid back in another way. Stale if there is less, a duplicate if the payment with this reference was
		 * recorded before.
		 */
		payBack(id: string, userId: string, { amount, currency }: Money, reference: string, now: number): Change {
			const entry = {
				...({ id, userId, invoiceId: "", kind: "refund", provider: creditProvider, receipt: reference } as const),
				...{ amount, currency, createdAt: now },
			};
			const posted = insertSelect(db, ledgerEntries, entry, sql`where ${held(userId, currency)} >= ${amount}`);
			return unique(["ledger_entries.id", "ledger_entries.receipt"], guarded(posted));
		},

		/** Whether there is an entry with this id. */
		async has(id: string): Promise<boolean> {
			const found = await db.read(
				orm.select({ id: ledgerEntries.id }).from(ledgerEntries).where(eq(ledgerEntries.id, id)),
			);
			return found.length > 0;
		},

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
			const posted = insertSelect(db, ledgerEntries, entry, sql`where ${held(userId, currency)} >= ${amount}`);
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
