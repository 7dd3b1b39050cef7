import type { CartEntry } from "~/features/cart/lines";
import { currentCatalog } from "~/features/catalog/current";
import type { OrderContent } from "~/features/orders/place-order.server";
import { money, share } from "~/lib/money";
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
	/** The version of the catalogue that had the prices. Missing in quotes of earlier releases. */
	readonly catalogVersion?: number;
}

/**
 * The order at the agreed prices and the tax rate of today. A quote fixes prices without tax: tax is due at the rate of the
 * day on which the invoice is issued or paid (Kenya, VAT Act 2013, section 12), which a quote is not.
 */
export function atCurrentTax(order: OrderContent): OrderContent {
	const { taxBasisPoints } = currentCatalog().rules;
	if (order.taxBasisPoints === taxBasisPoints) return order;
	const { subtotal, discount, shipping, currency } = order.sums;
	const taxed = subtotal - discount;
	const tax = share(money(taxed, currency), taxBasisPoints).amount;
	return { ...order, taxBasisPoints, sums: { ...order.sums, tax, total: taxed + tax + shipping } };
}

/** Days that a quote can be valid for, at most. */
export const longestValidity = 90;

/** The state that people see. An open quote can't be accepted after its last day. */
export const shownStates = ["open", "accepted", "declined", "withdrawn", "expired"] as const;
export type ShownState = (typeof shownStates)[number];

export const shownState = (
	{ state, expiresAt }: { readonly state: ProposalState; readonly expiresAt: number },
	now: number,
): ShownState => (state === "open" && expiresAt <= now ? "expired" : state);

interface Totalled {
	readonly content: ProposalContent;
	/** Minor units, of the day on which it was sent or accepted. */
	readonly total: number;
}

/** The total that people see, in minor units. An open quote has that of the tax rate of today. */
export const shownTotal = (
	{ content, total, ...row }: Parameters<typeof shownState>[0] & Totalled,
	now: number,
): number => (shownState(row, now) === "open" ? atCurrentTax(content.order).sums.total : total);

export const proposalStateNames: Readonly<Record<ShownState, string>> = {
	open: "Open",
	accepted: "Accepted",
	declined: "Declined",
	withdrawn: "Withdrawn",
	expired: "Expired",
};
