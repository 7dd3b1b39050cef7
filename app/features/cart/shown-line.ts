import type { Shown } from "./browser-cart";
import type { Line } from "./lines";

/** What the cart shows of an item, for the copy in local storage, which has shilling prices. */
export function shownLine(name: string, { amount, unit, tld, years, renewal }: Line): Shown {
	if (amount.currency !== "KES") return { name, ...(tld && { tld }) };
	const first = years && renewal ? amount.amount - renewal.amount * (years - 1) : unit.amount;
	return { name, ...(tld && { tld }), price: first / 100, ...(years && renewal && { renewal: renewal.amount / 100 }) };
}
