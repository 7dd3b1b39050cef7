import { kes, type Money, usd } from "~/lib/money";
import type { Prices } from "./prices";

interface DomainExtension {
	/** Without the leading dot, lower case: `co.ke`. */
	readonly tld: string;
	readonly prices: Prices;
	/** The registry's limit for one registration, if it is below our ten years. */
	readonly maxYears?: number;
}

const extension = (tld: string, shillings: number, dollars?: Money, maxYears?: number): DomainExtension => ({
	tld,
	prices: dollars ? { KES: kes(shillings), USD: dollars } : { KES: kes(shillings) },
	...(maxYears && { maxYears }),
});

/**
 * The price list for the first year, in display order. Dollar prices come from the ten-item list and, for .dev, from
 * the portal's samples. Where they differ (.co: 14.99 and 24.99), the published list applies.
 */
export const domainExtensions: readonly DomainExtension[] = [
	// KeNIC registers for one to five years only.
	extension("co.ke", 500, undefined, 5),
	extension("com", 1750, usd(1299)),
	extension("net", 1950, usd(1149)),
	extension("org", 1750, usd(1099)),
	extension("xyz", 450, usd(199)),
	extension("ai", 6000, usd(6900)),
	extension("io", 7500, usd(3499)),
	extension("tech", 950, usd(499)),
	extension("store", 1100, usd(699)),
	extension("online", 850),
	extension("site", 700),
	extension("me", 1300, usd(899)),
	extension("info", 1200),
	extension("app", 900),
	extension("dev", 1000, usd(1999)),
	extension("shop", 1150),
	extension("icu", 400),
];
