import { and, eq, sql } from "drizzle-orm";
import { type Change, change, guarded } from "~/db/change.server";
import type { Database } from "~/db/client.server";
import { type Owner, ownedBy } from "~/db/owner";
import { invoiceLines, invoices, orderLines, orders } from "~/db/schema";
import type { LineSums } from "~/features/invoices/invoice-changes.server";

/** Renewals of add-ons on unpaid invoices. */
export function createAddonRenewalRepo(db: Database) {
	const { orm } = db;
	return {
		/** The unpaid order that renews the owner's add-on. */
		async findOrder(owner: Owner, addonId: string, now: number): Promise<string | undefined> {
			const [found] = await db.read(
				orm
					.select({ id: orders.id })
					.from(orders)
					.innerJoin(orderLines, eq(orderLines.orderId, orders.id))
					.where(
						and(
							ownedBy(orders.userId, owner, now),
							// The plus keeps SQLite from reading all unpaid orders.
							sql`+${orders.state} = 'pending_payment'`,
							eq(orderLines.kind, "addon_renewal"),
							sql`${orderLines.details} ->> '$.addonId' = ${addonId}`,
						),
					),
			);
			return found?.id;
		},

		invoiceLines: (orderId: string) =>
			db.read(
				orm
					.select({ id: invoiceLines.id, description: invoiceLines.description, amount: invoiceLines.amount })
					.from(invoiceLines)
					.innerJoin(invoices, eq(invoices.id, invoiceLines.invoiceId))
					.where(eq(invoices.orderId, orderId))
					.orderBy(invoiceLines.position),
			),

		/** Removes a line of an unpaid order. Stale if its total has changed since it was read. */
		removeLine(
			{ id, orderId, total }: { readonly id: string; readonly orderId: string; readonly total: number },
			sums: LineSums,
		): Change {
			const { subtotal, tax, total: left } = sums;
			return change(
				guarded(
					orm
						.update(orders)
						.set({ subtotal, tax, total: left })
						.where(and(eq(orders.id, orderId), eq(orders.state, "pending_payment"), eq(orders.total, total))),
				),
				guarded(orm.delete(orderLines).where(eq(orderLines.id, id))),
			);
		},
	};
}
