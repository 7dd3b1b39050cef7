import { type Currency, type Money, money } from "~/lib/money";
import { settings } from "./settings";

/** What something costs in each price book. At least one is set; `priceIn` derives the other. */
export type Prices = { readonly KES: Money; readonly USD?: Money } | { readonly KES?: Money; readonly USD: Money };

/** What somebody else asks, in their currency. */
export const toPrices = (price: Money): Prices => (price.currency === "KES" ? { KES: price } : { USD: price });

/**
 * The price in a currency: the price book's own, or else the other book's at the fixed list rate, rounded up
 * to the cent or to the whole shilling. Customers billed in dollars can so buy what is listed in shillings only.
 */
export function priceIn(prices: Prices, currency: Currency): Money {
	const own = prices[currency];
	if (own) return own;
	const other = prices.KES ?? prices.USD;
	if (!other) throw new TypeError("A product without any price");
	return convert(other, currency);
}

function convert({ amount }: Money, to: Currency): Money {
	if (to === "USD") return money(Math.ceil(amount / settings.shillingsPerDollar), "USD");
	return money(Math.ceil((amount * settings.shillingsPerDollar) / 100) * 100, "KES");
}
