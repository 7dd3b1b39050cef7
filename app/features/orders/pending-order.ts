import { pendingOrderMessage } from "~/features/cart/pending-renewals";
import type { OrderLineKind } from "./order-line";
import type { OrderState } from "./order-state";

interface OrderedLine {
	readonly kind: OrderLineKind;
	/** The plan that is renewed, or that the plan changes to. */
	readonly name: string;
	/** The invoice's number. */
	readonly number: string;
	readonly state: OrderState;
	readonly renewsPlan: boolean;
}

/** Why nothing else can be ordered for a plan: it has a pending order. */
export const planOrderMessage = ({ kind, name, number, state, renewsPlan }: OrderedLine): string =>
	pendingOrderMessage(`The ${kind === "plan_change" ? "change to" : "renewal of"} ${name}`, {
		invoice: number,
		orderState: state,
		renewsPlan,
	});
