import { and, eq, gt, type SQL, sql } from "drizzle-orm";
import type { Database } from "./client.server";
import { invoices, ledgerEntries } from "./schema";

/** Whose books money is in that moves between a customer's credit and their invoices. */
export const creditProvider = "credit";

/**
 * The statement that makes what was paid from credit for open invoices credit again; for the batch that cancels them,
 * before it does.
 */
export function returnCredit(db: Database, which: SQL | undefined, now: number) {
	const open = and(which, eq(invoices.state, "open"), gt(invoices.creditUsed, 0));
	return db.orm
		.insert(ledgerEntries)
		.select(
			sql`select 'led_' || lower(hex(randomblob(13))), ${invoices.userId}, ${invoices.id}, null, 'credit', ${creditProvider}, ${invoices.id} || ':returned', ${invoices.creditUsed}, ${invoices.currency}, ${now} from ${invoices} where ${open}`,
		);
}
