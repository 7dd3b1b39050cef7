import { countsYears, type ShownItem } from "./cart-item";
import type { Line } from "./lines";

/**
 * Three characters that change with a price (FNV-1a). The cookie stores them instead of the price, so that the cart can
 * tell the customer that a price has changed, and cannot take one from the browser.
 * @param first minor units of the first year or of one piece
 * @param further minor units of each further year, 0 if the item is not paid by years
 */
function markOf(first: number, further: number): string {
	let hash = 0x811c9dc5;
	for (const character of `${first} ${further}`) hash = Math.imul(hash ^ character.charCodeAt(0), 0x01000193);
	return ((hash >>> 0) % 36 ** 3).toString(36).padStart(3, "0");
}

/** The mark of the price that a page showed. Undefined if it showed none, or not that of further years. */
export function shownPriceMark({ category, price, renewal }: Pick<ShownItem, "category" | "price" | "renewal">) {
	if (price <= 0) return undefined;
	if (!countsYears(category)) return markOf(Math.round(price * 100), 0);
	return renewal === undefined ? undefined : markOf(Math.round(price * 100), Math.round(renewal * 100));
}

/** The mark of the server's price. Undefined in another currency than shillings, because pages show shillings. */
export function linePriceMark({ kind, amount, unit, years = 1, renewal }: Line): string | undefined {
	if (amount.currency !== "KES") return undefined;
	const paidByYears = kind === "registration" || kind === "renewal" || kind === "extension";
	if (!paidByYears || !renewal) return markOf(unit.amount, 0);
	return markOf(amount.amount - renewal.amount * (years - 1), renewal.amount);
}
