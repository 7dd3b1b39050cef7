import { notice } from "~/db/notice.server";
import { enqueue } from "~/db/outbox.server";
import { createOrdersRepo } from "./orders.repo.server";
import type { PlaceOrderDeps } from "./place-order.server";

/**
 * Gives up orders that nobody has paid by the day their invoice was due: the use of a promo code is free again, and the
 * customer hears of it. Money that arrives afterwards becomes credit, as after any cancelled order.
 */
export function createCancelUnpaid({ db, clock, promos, dispatch }: PlaceOrderDeps) {
	const repo = createOrdersRepo(db);

	return async function cancelUnpaid(limit = 50): Promise<number> {
		const overdue = await repo.overdue(clock(), limit);
		let cancelled = 0;
		for (const order of overdue) if (await cancel(order)) cancelled += 1;
		return cancelled;
	};

	async function cancel(order: Awaited<ReturnType<typeof repo.overdue>>[number]): Promise<boolean> {
		const now = clock();
		const { id: orderId, userId, invoice } = order;
		const dedupeKey = `mail.order-cancelled:${orderId}`;
		const mail = enqueue(db, { kind: "mail.order-cancelled", payload: { orderId }, userId, dedupeKey }, now);
		const written = await db.attempt([
			...repo.cancelStatements(order, "system", now),
			...promos.release(orderId),
			mail.statement,
			notice(
				db,
				{
					userId,
					kind: "order.cancelled",
					title: "An unpaid order was cancelled",
					body: `Invoice ${invoice.number} was not paid in time. ${invoice.creditUsed > 0 ? "The credit that you used for it is yours again" : "Nothing was charged"}; you can order again.`,
					href: `/orders/${orderId}`,
					dedupeKey: `order.cancelled:${orderId}`,
				},
				now,
			),
		]);
		// Refused where it was paid, or given up by the customer, since it was read.
		if (written) dispatch([mail.id]);
		return written;
	}
}
