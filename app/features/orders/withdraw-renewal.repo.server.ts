import { and, eq, inArray, notExists, type SQL, sql } from "drizzle-orm";
import { type Change, change, guarded } from "~/db/change.server";
import type { Database } from "~/db/client.server";
import { ownedBy } from "~/db/owner";
import { invoiceLines, invoices, orderLines, orders } from "~/db/schema";
import type { LineSums } from "~/features/invoices/invoice-changes.server";
import { pendingPayment } from "~/features/invoices/invoice-changes.server";

import type { Renewed } from "./renewal-withdrawal";

/** Renewals on unpaid invoices. Those of domains and plans do not check an owner. */
export function createWithdrawRenewalRepo(db: Database) {
	const { orm } = db;

	function whichLine(renewed: Renewed, now: number): SQL | undefined {
		if ("domainId" in renewed) return eq(orderLines.renewedDomainId, renewed.domainId);
		if ("planId" in renewed) return eq(orderLines.renewedPlanId, renewed.planId);
		return and(
			ownedBy(orders.userId, renewed.owner, now),
			eq(orderLines.kind, "addon_renewal"),
			sql`${orderLines.details} ->> '$.addonId' = ${renewed.addonId}`,
		);
	}

	return {
		/** The unpaid order that renews this. */
		async findOrder(renewed: Renewed, now: number): Promise<string | undefined> {
			const [found] = await db.read(
				orm
					.select({ id: orders.id })
					.from(orders)
					.innerJoin(orderLines, eq(orderLines.orderId, orders.id))
					// The plus keeps SQLite from reading all unpaid orders.
					.where(and(whichLine(renewed, now), sql`+${orders.state} = 'pending_payment'`)),
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

		/** Stale if a payment of the invoice is pending. Changes nothing. */
		requireNoPayment: (invoiceId: string): Change =>
			guarded(
				orm
					.update(invoices)
					.set({ dueAt: sql`${invoices.dueAt}` })
					.where(and(eq(invoices.id, invoiceId), notExists(pendingPayment(db, invoiceId)))),
			),

		/** Removes lines of an unpaid order. Stale if its total has changed since it was read. */
		removeLines(
			{ ids, orderId, total }: { readonly ids: readonly string[]; readonly orderId: string; readonly total: number },
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
				guarded(orm.delete(orderLines).where(and(eq(orderLines.orderId, orderId), inArray(orderLines.id, [...ids])))),
			);
		},
	};
}
