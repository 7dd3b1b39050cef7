import type { Currency } from "~/lib/money";
import { countsYears, type ShownItem } from "./cart-item";
import type { AcceptedPrices } from "./cart-store";
import type { CartEntry } from "./lines";
import type { Change } from "./quote";
import { shownAmount } from "./shown-amount";

/** The cart in the form that the server prices: ids, names, terms and quantities. */
export const cartEntries = (cart: readonly ShownItem[], currency: Currency = "KES"): CartEntry[] =>
	cart.map((item) => toEntry(item, currency));

function toEntry(item: ShownItem, currency: Currency): CartEntry {
	const { id: key, productId, domain, term, planId, quantity, authCode } = item;
	return {
		key,
		productId,
		...(domain && { domain }),
		...(term && { term }),
		...(planId && { planId }),
		quantity,
		...(authCode && { authCode }),
		...(item.price > 0 && currency === "KES" && { shownAmount: shownAmount(item).amount }),
	};
}

/** New prices for the items in `changes`, so that their `shownAmount` equals the server's amount. */
export function acceptedPrices(cart: readonly ShownItem[], changes: readonly Change[]): AcceptedPrices {
	const prices = new Map<string, Pick<ShownItem, "price" | "renewal">>();
	for (const { key, after, renewal } of changes) {
		const item = cart.find(({ id }) => id === key);
		if (!item || !after) continue;
		if (renewal && countsYears(item.category)) {
			const first = after.amount - renewal.amount * (item.quantity - 1);
			prices.set(key, { price: first / 100, renewal: renewal.amount / 100 });
		} else prices.set(key, { price: after.amount / item.quantity / 100 });
	}
	return prices;
}
