import { type Money, money, multiply, sum } from "~/lib/money";
import { countsYears, isUnique, type ShownItem } from "./cart-item";

/** The amount that the page showed for the whole line, in shillings. For a domain: all years. */
export function shownAmount({ category, price, renewal, quantity }: ShownItem): Money {
	const first = money(Math.round(price * 100), "KES");
	if (!countsYears(category)) return multiply(first, quantity);
	return money(first.amount + Math.round((renewal ?? price) * 100) * (quantity - 1), "KES");
}

/** Before tax and delivery. Does not include a free first year or a promo code, which only the server applies. */
export const shownTotal = (cart: readonly ShownItem[]): Money => sum(cart.map(shownAmount), "KES");

/** Counts five printers as five, and a domain for five years as one. */
export const countItems = (cart: readonly Pick<ShownItem, "category" | "quantity">[]): number =>
	cart.reduce((count, { category, quantity }) => count + (isUnique(category) ? 1 : quantity), 0);
