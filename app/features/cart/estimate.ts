import { currentCatalog } from "~/features/catalog/current";
import type { Currency } from "~/lib/money";
import { type CartEntry, freeDomainLine, type Line, priceLine } from "./lines";
import { type PromoTerms, type Totals, totals } from "./totals";

export interface Estimate extends Totals {
	readonly lines: readonly Line[];
}

/** Prices the cart by the catalogue in the page, until the server has answered. */
export function estimate(entries: readonly CartEntry[], currency: Currency, promo: PromoTerms | null): Estimate {
	const lines = entries.flatMap((entry) => {
		const line = priceLine(entry, currency);
		return line.ok ? line.value : [];
	});
	const free = freeDomainLine(lines, currency, new Set());
	const all = free ? [...lines, free] : lines;
	return { lines: all, ...totals(all, currentCatalog().rules, promo, currency) };
}
