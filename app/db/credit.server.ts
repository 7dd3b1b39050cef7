import { and, eq, gt, or, type SQL, sql } from "drizzle-orm";
import { type Change, write } from "./change.server";
import type { Database } from "./client.server";
import { insertSelect } from "./insert-select";
import { invoices, ledgerEntries } from "./schema";

/** `provider` of ledger entries that move money between a customer's credit and their invoices. */
export const creditProvider = "credit";

/** Which ledger entries add credit or spend it. */
export const isCreditEntry = or(eq(ledgerEntries.kind, "credit"), eq(ledgerEntries.provider, creditProvider));

/** Expression: credit received less credit spent, in minor units. Of the rows that `isCreditEntry` chooses. */
export const creditBalance = sql<number>`coalesce(sum(case when ${ledgerEntries.kind} = 'credit' then ${ledgerEntries.amount} else -${ledgerEntries.amount} end), 0)`;

/** Returns the credit used for open invoices. Put it before the change that cancels them. `now` in ms. */
export function returnCredit(db: Database, which: SQL | undefined, now: number): Change {
	const open = and(which, eq(invoices.state, "open"), gt(invoices.creditUsed, 0));
	const row = {
		id: sql`'led_' || lower(hex(randomblob(13)))`,
		userId: sql`${invoices.userId}`,
		invoiceId: sql`${invoices.id}`,
		kind: "credit",
		provider: creditProvider,
		receipt: sql`${invoices.id} || ':returned'`,
		amount: sql`${invoices.creditUsed}`,
		currency: sql`${invoices.currency}`,
		createdAt: now,
	} as const;
	return write(insertSelect(db, ledgerEntries, row, sql`from ${invoices} where ${open}`));
}
