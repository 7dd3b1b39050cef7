import type { OrderState } from "~/features/orders/order-state";

/** The choices of the lists' filters. */
export const invoiceFilters = ["open", "overdue", "paid", "void", "refunded"] as const;
export const orderFilters = ["pending_payment", "paid", "held", "fulfilled", "cancelled"] as const;
export const paymentFilters = ["pending", "succeeded", "failed", "expired"] as const;

export const orderStateNames = {
	pending_payment: "Not paid",
	paid: "Being set up",
	held: "On hold",
	fulfilled: "Done",
	cancelled: "Cancelled",
	refunded: "Refunded",
} as const;

/** An order's state, or that it is on hold. A hold ends with the order. */
export const orderStatus = <State extends OrderState>({
	state,
	heldReason,
}: {
	readonly state: State;
	readonly heldReason: string | null;
}): State | "held" => (heldReason !== null && (state === "pending_payment" || state === "paid") ? "held" : state);
