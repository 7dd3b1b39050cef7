import { change, emit, log, notify } from "~/db/change.server";
import type { Owner } from "~/db/owner";
import { voidInvoices } from "~/features/invoices/invoice-changes.server";
import { fail, ok, type Result } from "~/lib/result";
import { type CancellableOrder, createOrdersRepo } from "./orders.repo.server";
import type { PlaceOrderDeps } from "./place-order.server";

/**
 * Cancels orders that no one has paid: the promo code can be used again, and credit that was used for the invoice is
 * credit again. Money that arrives afterwards becomes credit too.
 */
export function createCancelOrder({ db, clock, promos }: Omit<PlaceOrderDeps, "cart">) {
	const repo = createOrdersRepo(db);

	const cancelled = ({ id, userId, invoice }: CancellableOrder, actor: "customer" | "system", now: number) =>
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
				cancelled(order, "system", now),
				emit({ kind: "mail.order-cancelled", payload: { orderId }, userId, once: orderId }),
				notify({ kind: "order.cancelled", userId, params, once: orderId }),
			),
			now,
		);
		// Overtaken if it was paid, or cancelled by the customer, since it was read.
		return state === "ok";
	}

	return {
		/** An order that no one has paid. */
		async cancel(owner: Owner, orderId: string): Promise<Result<null>> {
			const now = clock();
			const found = await repo.ownOrder(owner, orderId, now);
			if (!found) return fail("not_found", "There is no such order.");
			const { order, invoice } = found;
			const { state } = await db.commit(cancelled({ ...order, invoice }, "customer", now), now);
			return state === "ok"
				? ok(null)
				: fail("conflict", "This order can't be cancelled any more.", { code: "not_cancellable" });
		},

		/** Cancels orders whose invoice is past its due date, and tells the customer. Returns the number cancelled. */
		async cancelUnpaid(limit = 50): Promise<number> {
			let count = 0;
			for (const order of await repo.overdue(clock(), limit)) if (await cancelOverdue(order)) count += 1;
			return count;
		},
	};
}
