import { type Change, change, emit, log, notify } from "~/db/change.server";
import { queueDueItems } from "~/db/due-items.server";
import { dueRange, type Scope } from "~/db/due-range";
import type { Owner } from "~/db/owner";
import type { Actor } from "~/features/activity/actor";
import { voidInvoices } from "~/features/invoices/invoice-changes.server";
import { done, type Outcome } from "~/features/outbox/outbox";
import { DAY, MINUTE } from "~/lib/durations";
import { fail, ok, type Result } from "~/lib/result";
import { type CancellableOrder, createOrdersRepo } from "./orders.repo.server";
import type { PlaceOrderDeps } from "./place-order.server";

/** How long an order waits for a pending payment before it is looked at again. */
const pendingPaymentMs = 10 * MINUTE;

/**
 * Cancels unpaid orders. Releases the promo code and returns credit that was used for the invoice. Money that arrives
 * later becomes credit.
 */
export function createCancelOrder({ db, clock, promos }: Omit<PlaceOrderDeps, "cart">) {
	const repo = createOrdersRepo(db);

	const cancelOrder = ({ id, userId, invoice }: CancellableOrder, actor: Actor, now: number) =>
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

	async function cancelOverdue(order: CancellableOrder, now: number): Promise<void> {
		const { id: orderId, userId, invoice } = order;
		const params = { orderId, invoice: invoice.number, credited: invoice.creditUsed > 0 };
		// Stale if the customer has paid or cancelled it since.
		await db.commit(
			change(
				cancelOrder(order, "system", now),
				emit({ kind: "mail.order-cancelled", payload: { orderId }, userId, once: orderId }),
				notify({ kind: "order.cancelled", userId, params, once: orderId }),
			),
			now,
		);
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

		/** Cancels an unpaid order with its invoice. @param recorded the entry of the audit log */
		async cancelByStaff(orderId: string, recorded: Change): Promise<Result<null>> {
			const now = clock();
			const found = await repo.anyOrder(orderId);
			if (!found) return fail("not_found", "There is no such order.");
			const { order, invoice } = found;
			const { state } = await db.commit(change(recorded, cancelOrder({ ...order, invoice }, "staff", now)), now);
			return state === "ok"
				? ok(null)
				: fail("conflict", "This invoice is no longer open, so it can't be cancelled.", { code: "not_cancellable" });
		},

		/** Queues unpaid orders after their due date. Returns the number of new items. */
		queueUnpaid(scope: Scope): Promise<number> {
			const now = clock();
			return queueDueItems({ db, clock }, [
				{
					kind: "order.cancel-unpaid",
					page: repo.overdue(dueRange(now, scope)),
					event: ({ orderId, dueAt }) =>
						orderId === null ? null : { payload: { orderId, dueAt }, once: `${orderId}:${dueAt}` },
				},
			]);
		},

		/**
		 * Cancels an unpaid order after its due date and notifies the customer. Waits while a payment is pending, and while
		 * the payment would renew a domain or plan. Does nothing if the order was paid or cancelled, or has another due date now.
		 */
		async cancelUnpaid({ orderId, dueAt }: { orderId: string; dueAt: number }): Promise<Outcome> {
			const now = clock();
			const order = await repo.unpaid(orderId);
			if (!order || order.dueAt !== dueAt) return done;
			if (order.hasPendingPayment)
				return { state: "postponed", reason: "A payment is pending", until: now + pendingPaymentMs };
			if (order.isRenewable)
				return { state: "postponed", reason: "Its domain or plan can still be renewed", until: now + DAY };
			await cancelOverdue(order, now);
			return done;
		},
	};
}
