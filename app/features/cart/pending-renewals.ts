import type { OrderState } from "~/features/orders/order-state";
import type { PendingRenewal } from "./renewals.server";

type Pending = readonly PendingRenewal[];

/** An unpaid order always counts; a paid one until the name ends later than when it was ordered. */
export const findPendingDomainRenewal = (
	pending: Pending,
	{ name, expiries }: { name: string; expiries: readonly (number | null)[] },
): PendingRenewal | undefined =>
	pending.find(
		({ kind, domain, orderState, currentExpiry }) =>
			kind === "renewal" && domain === name && (orderState === "pending_payment" || expiries.includes(currentExpiry)),
	);

/** What is ordered for a plan already. */
export const findPendingPlanOrder = (pending: Pending, id: string): PendingRenewal | undefined =>
	pending.find(({ planId }) => planId === id);

/** Why nothing else can be ordered meanwhile. @param what "The renewal of tujenge.com" */
export function pendingOrderMessage(what: string, invoice: string, state: OrderState): string {
	const rest =
		state === "pending_payment"
			? "waits for payment. Pay it, or cancel that order first."
			: "is paid and being carried out.";
	return `${what} on invoice ${invoice} ${rest}`;
}
