import { pendingOrderMessage } from "~/features/cart/pending-renewals";
import type { OrderLineKind } from "./order-line";
import type { OrderState } from "./order-state";

interface OrderedLine {
	readonly kind: OrderLineKind;
	/** What the plan is renewed or changed to. */
	readonly name: string;
	/** Of its invoice. */
	readonly number: string;
	readonly state: OrderState;
}

/** What is ordered for a plan and keeps anything else from being ordered for it. */
export const planOrderMessage = ({ kind, name, number, state }: OrderedLine): string =>
	pendingOrderMessage(`The ${kind === "plan_change" ? "change to" : "renewal of"} ${name}`, number, state);
