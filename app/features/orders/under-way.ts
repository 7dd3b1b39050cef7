import type { OrderState } from "../../db/schema";

interface OrderedLine {
	readonly kind: string;
	readonly name: string;
	readonly number: string;
	readonly state: OrderState;
}

/** What is ordered for a plan and keeps anything else from being ordered for it. */
export function underWayMessage({ kind, name, number, state }: OrderedLine): string {
	const what = kind === "plan_change" ? `The change to ${name}` : `The renewal of ${name}`;
	const rest =
		state === "pending_payment"
			? "waits for its payment. Pay it, or cancel that order first."
			: "is paid and being carried out.";
	return `${what} on invoice ${number} ${rest}`;
}
