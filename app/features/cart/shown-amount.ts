import { settings } from "~/features/catalog/settings";
import { type Money, money, multiply, sum } from "~/lib/money";
import { type CartItem, countsYears, isUnique } from "./cart-item";

/** What the page promised for the whole line, in shillings: of a domain, the first year and each further one. */
export function shownAmount({ category, price, renewal, quantity }: CartItem): Money {
	const first = money(Math.round(price * 100), "KES");
	if (!countsYears(category)) return multiply(first, quantity);
	const further = renewal ?? price + settings.renewalSurcharge.KES.amount / 100;
	return money(first.amount + Math.round(further * 100) * (quantity - 1), "KES");
}

/** Before tax and delivery, and before what only the server knows: a free first year, a promo code. */
export const shownTotal = (cart: readonly CartItem[]): Money => sum(cart.map(shownAmount), "KES");

/** Five printers are five things, a domain for five years is one. */
export const countItems = (cart: readonly CartItem[]): number =>
	cart.reduce((count, { category, quantity }) => count + (isUnique(category) ? 1 : quantity), 0);
