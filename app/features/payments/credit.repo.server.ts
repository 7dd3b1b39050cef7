import { and, eq, gt, or, sql } from "drizzle-orm";
import { logged } from "~/db/activity-log.server";
import type { Database } from "~/db/client.server";
import { creditProvider } from "~/db/credit.server";
import { type Owner, ownedBy } from "~/db/owner";
import { type Invoice, invoices, ledgerEntries } from "~/db/schema";
import { createId } from "~/lib/ids";
import type { Currency } from "~/lib/money";

interface Told {
	/** As shown. */
	readonly sum: string;
	/** Whose doing it is. */
	readonly actor: "customer" | "system";
}

/** Money that came in for no open invoice, less what was paid from it. */
const balance = sql<number>`coalesce(sum(case when ${ledgerEntries.kind} = 'credit' then ${ledgerEntries.amount} else -${ledgerEntries.amount} end), 0)`;
const counts = or(eq(ledgerEntries.kind, "credit"), eq(ledgerEntries.provider, creditProvider));

/** Customers' credit, as the ledger has it; amounts in minor units. */
export function createCreditRepo(db: Database) {
	const { orm } = db;
	return {
		balances: (owner: Owner, now: number): Promise<{ currency: Currency; amount: number }[]> =>
			db.read(
				orm
					.select({ currency: ledgerEntries.currency, amount: balance.as("amount") })
					.from(ledgerEntries)
					.where(and(ownedBy(ledgerEntries.userId, owner, now), counts))
					.groupBy(ledgerEntries.currency)
					.having(gt(balance, 0)),
			),

		/**
		 * Statements: pays `amount` of the invoice from credit. The batch is undone when there is not enough of it just
		 * then, or when the invoice is not as it was read.
		 */
		spend(invoice: Invoice, amount: number, { sum, actor }: Told, now: number) {
			const { id: invoiceId, userId, number, currency, creditUsed } = invoice;
			const receipt = `${invoiceId}:${creditUsed}`;
			const message = `Used ${sum} of credit for invoice ${number}`;
			const held = orm
				.select({ amount: balance })
				.from(ledgerEntries)
				.where(and(eq(ledgerEntries.userId, userId), eq(ledgerEntries.currency, currency), counts));
			return [
				orm.insert(ledgerEntries).select(
					sql`select ${createId("led", now)}, ${userId}, ${invoiceId}, null, 'payment', ${creditProvider}, ${receipt}, ${amount}, ${currency}, ${now}
						where ${held} >= ${amount}`,
				),
				db.mustChange(),
				orm
					.update(invoices)
					.set({ creditUsed: creditUsed + amount })
					.where(and(eq(invoices.id, invoiceId), eq(invoices.state, "open"), eq(invoices.creditUsed, creditUsed))),
				db.mustChange(),
				logged(db, { actor, kind: "credit.used", message, subjectId: invoiceId }, { userId }, now),
			];
		},
	};
}
