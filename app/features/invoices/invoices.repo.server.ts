import { and, eq, inArray, sql } from "drizzle-orm";
import { type Change, change, guarded, write } from "~/db/change.server";
import type { Database } from "~/db/client.server";
import { returnCredit } from "~/db/credit.server";
import { type Invoice, invoiceLines, invoiceSequences, invoices } from "~/db/schema";
import { invoicePrefix } from "./invoice-number";
import { invoiceStates } from "./invoice-state";

export type NewInvoice = Omit<typeof invoices.$inferInsert, "number" | "state">;
export type NewInvoiceLine = typeof invoiceLines.$inferInsert;

/** Open invoices of an order or a customer. */
export type OpenInvoices = { readonly orderId: string } | { readonly userId: string };

export function createInvoicesRepo(db: Database) {
	const { orm } = db;
	return {
		/**
		 * Inserts an invoice with the next number of its year. Both happen in one batch, so no number is skipped or used
		 * twice.
		 */
		insert(invoice: NewInvoice, lines: readonly NewInvoiceLine[], year: number): Change {
			const last = sql`(select ${invoiceSequences.last} from ${invoiceSequences} where ${invoiceSequences.year} = ${year})`;
			const number = sql<string>`${invoicePrefix + year} || printf('%06d', ${last})`;
			return write(
				orm
					.insert(invoiceSequences)
					.values({ year, last: 1 })
					.onConflictDoUpdate({ target: invoiceSequences.year, set: { last: sql`${invoiceSequences.last} + 1` } }),
				orm.insert(invoices).values({ ...invoice, state: "open", number }),
				...lines.map((line) => orm.insert(invoiceLines).values(line)),
			);
		},

		setPaid: ({ id, creditUsed }: Pick<Invoice, "id" | "creditUsed">, now: number): Change =>
			guarded(
				orm
					.update(invoices)
					.set({ state: "paid", paidAt: now })
					.where(
						and(
							eq(invoices.id, id),
							inArray(invoices.state, invoiceStates.sources("paid")),
							eq(invoices.creditUsed, creditUsed),
						),
					),
			),

		setVoid(which: OpenInvoices, now: number): Change {
			const chosen = "orderId" in which ? eq(invoices.orderId, which.orderId) : eq(invoices.userId, which.userId);
			const open = and(chosen, inArray(invoices.state, invoiceStates.sources("void")));
			return change(returnCredit(db, chosen, now), write(orm.update(invoices).set({ state: "void" }).where(open)));
		},
	};
}
