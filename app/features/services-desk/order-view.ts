import { orderStateNames, orderStatus } from "~/features/billing-desk/billing-filters";
import { toUnicode } from "~/features/domains/to-unicode";
import { deliveryOf } from "~/features/orders/order-view";
import { formatMoment, kenya } from "~/lib/dates";
import { formatMoney, money } from "~/lib/money";
import { customerName, jobView } from "./domain-view";
import type { OrdersDesk } from "./orders-desk.server";

type Found = NonNullable<Awaited<ReturnType<OrdersDesk["find"]>>>;

export function orderDeskView({ order, lines, jobs }: Found) {
	const { currency, state, contact } = order;
	const isOpen = state === "pending_payment" || state === "paid";
	const heldReason = isOpen ? order.heldReason : null;
	const moment = (time: number | null) => (time === null ? null : formatMoment(time, kenya));
	return {
		id: order.id,
		state,
		/** Its state, or that it is on hold. */
		status: orderStatus(order),
		statusName: orderStateNames[orderStatus(order)],
		invoice: { id: order.invoiceId, number: order.invoice },
		customer: { id: order.customerId, name: customerName(order) },
		placed: moment(order.createdAt),
		paid: moment(order.paidAt),
		fulfilled: moment(order.fulfilledAt),
		cancelled: moment(order.cancelledAt),
		total: formatMoney(money(order.total, currency)),
		promo: order.promoCode,
		deliveredTo: deliveryOf(lines, contact),
		heldReason,
		/** Whether the order can be held. */
		canHold: isOpen && heldReason === null,
		canCancel: state === "pending_payment",
		lines: lines.map(({ id, name, domain, quantity, amount }) => ({
			id,
			name,
			about: domain === null || domain === name ? null : toUnicode(domain),
			quantity: String(quantity),
			amount: formatMoney(money(amount, currency)),
		})),
		jobs: jobs.map(jobView),
	};
}

export type OrderDeskView = ReturnType<typeof orderDeskView>;
