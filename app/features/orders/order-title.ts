import type { OrderLineKind } from "./order-line";
import type { OrderView } from "./order-view";

const titles: Readonly<Record<OrderView["state"], string>> = {
	pending_payment: "Your order is waiting for payment",
	paid: "Paid. We're preparing your order",
	fulfilled: "Everything is ready",
	cancelled: "This order was cancelled",
	refunded: "This order was refunded",
};

const readyTitles: Readonly<Partial<Record<OrderLineKind, string>>> = { renewal: "Renewed", restore: "Restored" };

/** What has happened to the order, above the name that was bought. */
export function orderTitle({
	lines,
	mainName,
	state,
	isCustomOnly,
}: Pick<OrderView, "lines" | "mainName" | "state" | "isCustomOnly">): string {
	if (isCustomOnly && (state === "paid" || state === "fulfilled")) return "Paid. Thank you";
	if (lines.some(({ needsCode }) => needsCode)) return "Paid. We need a new code from you";
	if (!mainName?.isReady) return titles[state];
	return readyTitles[mainName.kind] ?? "Ni yako. It's yours";
}
