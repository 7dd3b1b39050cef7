import type { CartEntry } from "~/features/cart/lines";
import type { OrderContent } from "~/features/orders/place-order.server";
import { stateMachine } from "~/lib/state-machine";

export type ProposalState = "open" | "accepted" | "declined" | "withdrawn";

export const proposalStates = stateMachine<ProposalState>("proposal", {
	open: ["accepted", "declined", "withdrawn"],
	accepted: [],
	declined: [],
	withdrawn: [],
});

/** What the customer can accept: the products, which are checked again, and the order at the prices of the quote. */
export interface ProposalContent {
	readonly items: readonly CartEntry[];
	readonly order: OrderContent;
}

/** The state that people see. An open quote can't be accepted after its last day. */
export type ShownState = ProposalState | "expired";

export const shownState = (
	{ state, expiresAt }: { readonly state: ProposalState; readonly expiresAt: number },
	now: number,
): ShownState => (state === "open" && expiresAt <= now ? "expired" : state);

export const proposalStateNames: Readonly<Record<ShownState, string>> = {
	open: "Open",
	accepted: "Accepted",
	declined: "Declined",
	withdrawn: "Withdrawn",
	expired: "Expired",
};
