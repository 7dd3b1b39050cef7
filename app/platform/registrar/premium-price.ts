import { priceIn, toPrices } from "~/features/catalog/prices";
import { type Money, money } from "~/lib/money";

/** A price in shillings or dollars. Undefined for another currency, because we have no rate for it. */
export function inShillings(price: number | null | undefined, currency: string | undefined): Money | undefined {
	const known = (["KES", "USD"] as const).find((code) => code === currency);
	return known && typeof price === "number"
		? priceIn(toPrices(money(Math.round(price * 100), known)), "KES")
		: undefined;
}
