import { and, eq, gt, or, type SQL, sql } from "drizzle-orm";
import type { Database } from "../../db/client.server";
import { type Owner, ownedBy } from "../../db/owner";
import { activityLog, ledgerEntries } from "../../db/schema";
import type { Currency } from "../../lib/money";
import { createId } from "../../platform/ids";
import type { InvoiceRow } from "../orders/orders.server";

/** Whose books the money is in when an invoice is paid from credit. */
export const creditProvider = "credit";

/** Money that came in for no open invoice, less what was paid from it. */
const balance = sql<number>`coalesce(sum(case when ${ledgerEntries.kind} = 'credit' then ${ledgerEntries.amount} else -${ledgerEntries.amount} end), 0)`;
const counts = or(eq(ledgerEntries.kind, "credit"), eq(ledgerEntries.provider, creditProvider));

export function creditRepo(db: Database) {
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

		/** Statements: pays the invoice from credit. The batch is undone when there is not enough of it just then. */
		spend({ id: invoiceId, userId, number, total, currency }: InvoiceRow, sum: string, now: number) {
			const held = orm
				.select({ amount: balance })
				.from(ledgerEntries)
				.where(and(eq(ledgerEntries.userId, userId), eq(ledgerEntries.currency, currency), counts));
			const entry = orm.insert(ledgerEntries).select(
				sql`select ${createId("led", now)}, ${userId}, ${invoiceId}, null, 'payment', ${creditProvider}, ${invoiceId}, ${total}, ${currency}, ${now}
					where ${held as unknown as SQL} >= ${total}`,
			);
			const activity = orm.insert(activityLog).values({
				id: createId("act", now),
				userId,
				actor: "customer",
				kind: "credit.used",
				message: `Used ${sum} of credit for invoice ${number}`,
				subjectId: invoiceId,
				createdAt: now,
			});
			return [entry, db.mustChange(), activity];
		},
	};
}
