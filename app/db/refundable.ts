import { and, eq, inArray, type SQL, sql } from "drizzle-orm";
import type { Database } from "./client.server";
import { creditNotes, ledgerEntries } from "./schema";

/** `provider` of ledger entries that turn money paid for an order's line, or for a change of a plan, into credit. */
export const returnProviders = ["order_line", "plan_change"] as const;

/**
 * Expression: what was paid for an invoice, credit included, less what was turned into credit and paid back, in minor
 * units.
 */
export function refundableAmount({ orm }: Pick<Database, "orm">, invoiceId: string | SQL): SQL<number> {
	const posted = (kind: "payment" | "credit", more?: SQL) =>
		orm
			.select({ amount: sql`coalesce(sum(${ledgerEntries.amount}), 0)` })
			.from(ledgerEntries)
			.where(and(sql`${ledgerEntries.invoiceId} = ${invoiceId}`, eq(ledgerEntries.kind, kind), more));
	const refunded = orm
		.select({ amount: sql`coalesce(sum(${creditNotes.total}), 0)` })
		.from(creditNotes)
		.where(sql`${creditNotes.invoiceId} = ${invoiceId}`);
	const returned = inArray(ledgerEntries.provider, [...returnProviders]);
	return sql`(${posted("payment")} - ${posted("credit", returned)} - ${refunded})`;
}
