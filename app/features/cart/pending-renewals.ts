import type { OrderState } from "~/features/orders/order-state";
import type { PendingRenewal } from "./renewal-lookup.server";

type Pending = readonly PendingRenewal[];

/** An unpaid order always counts. A paid one counts while the domain still has the expiry that it extends. */
export const findPendingDomainRenewal = (
	pending: Pending,
	{ name, expiries }: { name: string; expiries: readonly (number | null)[] },
): PendingRenewal | undefined =>
	pending.find(
		({ kind, domain, orderState, currentExpiry }) =>
			kind === "renewal" && domain === name && (orderState === "pending_payment" || expiries.includes(currentExpiry)),
	);

/** A restore that is already ordered, or a paid renewal that is still in progress, from the expiry that the domain has. */
export const findPendingRestore = (
	pending: Pending,
	{ name, expiresAt }: { name: string; expiresAt: number | null },
): PendingRenewal | undefined =>
	pending.find(
		({ kind, domain, orderState, currentExpiry }) =>
			domain === name &&
			currentExpiry === expiresAt &&
			(kind === "restore" || (kind === "renewal" && orderState === "paid")),
	);

/** The renewal or change that is already ordered for a plan. */
export const findPendingPlanOrder = (pending: Pending, id: string): PendingRenewal | undefined =>
	pending.find(({ planId }) => planId === id);

interface PendingOrder {
	/** The invoice's number. */
	readonly invoice: string;
	readonly orderState: OrderState;
	/** Whether it renews a plan automatically, so that it can't be cancelled without the plan. */
	readonly renewsPlan: boolean;
}

/** Why nothing else can be ordered now. @param what "The renewal of tujenge.com" */
export function pendingOrderMessage(what: string, { invoice, orderState, renewsPlan }: PendingOrder): string {
	if (orderState !== "pending_payment") return `${what} on invoice ${invoice} is paid and in progress.`;
	const first = renewsPlan ? "Pay the invoice first." : "Pay the invoice, or cancel that order first.";
	return `${what} on invoice ${invoice} is waiting for payment. ${first}`;
}
