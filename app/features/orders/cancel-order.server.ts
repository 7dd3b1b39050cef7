import { change, emit, log, notify } from "~/db/change.server";
import type { Owner } from "~/db/owner";
import { voidInvoices } from "~/features/invoices/invoice-changes.server";
import { fail, ok, type Result } from "~/lib/result";
import { type CancellableOrder, createOrdersRepo } from "./orders.repo.server";
import type { PlaceOrderDeps } from "./place-order.server";

/**
 * Cancels unpaid orders. Releases the promo code and returns credit that was used for the invoice. Money that arrives
 * later becomes credit.
 */
export function createCancelOrder({ db, clock, promos }: Omit<PlaceOrderDeps, "cart">) {
	const repo = createOrdersRepo(db);

	const cancelOrder = ({ id, userId, invoice }: CancellableOrder, actor: "customer" | "system", now: number) =>
		change(
			repo.cancel(id, now),
			voidInvoices(db, { orderId: id }, now),
			log({
				kind: "order.cancelled",
				actor,
				params: { invoice: invoice.number, overdue: actor === "system" },
				owner: { userId },
				subjectId: id,
			}),
			promos.release(id),
		);

	async function cancelOverdue(order: CancellableOrder): Promise<boolean> {
		const now = clock();
		const { id: orderId, userId, invoice } = order;
		const params = { orderId, invoice: invoice.number, credited: invoice.creditUsed > 0 };
		const { state } = await db.commit(
			change(
				cancelOrder(order, "system", now),
				emit({ kind: "mail.order-cancelled", payload: { orderId }, userId, once: orderId }),
				notify({ kind: "order.cancelled", userId, params, once: orderId }),
			),
			now,
		);
		// Stale if the customer has paid or cancelled it since.
		return state === "ok";
	}

	return {
		/** Cancels the owner's unpaid order. Fails with `conflict` if it is paid or cancelled. */
		async cancel(owner: Owner, orderId: string): Promise<Result<null>> {
			const now = clock();
			const found = await repo.ownOrder(owner, orderId, now);
			if (!found) return fail("not_found", "We could not find this order.");
			const { order, invoice } = found;
			const { state } = await db.commit(cancelOrder({ ...order, invoice }, "customer", now), now);
			return state === "ok"
				? ok(null)
				: fail("conflict", "This order can't be cancelled any more.", { code: "not_cancellable" });
		},

		/** Cancels unpaid orders after their due date and notifies the customers. Returns the number cancelled. */
		async cancelUnpaid(limit = 50): Promise<number> {
			let count = 0;
			for (const order of await repo.overdue(clock(), limit)) if (await cancelOverdue(order)) count += 1;
			return count;
		},
	};
}
