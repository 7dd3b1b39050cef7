import { isGeneric } from "~/features/domains/lifecycle";
import { add, kes, type Money, usd } from "~/lib/money";
import type { Extension, ExtensionPrices } from "../content";
import type { Prices } from "../prices";

/** Each further year costs so much more than the first. The dollars are the shillings at the list rate. */
const surcharge = { KES: kes(200), USD: usd(154) };

/** The fee for restoring a domain from redemption. Reviewed with the price lists. */
const restoreFee: Prices = { KES: kes(12_900), USD: usd(9_900) };

/**
 * A price is missing where each country has its own rules. Of the country extensions that we sell, only .ai is known to
 * have ICANN's 30 days.
 */
const restorePrice = (tld: string): Prices | null => (isGeneric(tld) || tld === "ai" ? restoreFee : null);

const pricesOf = (shillings: number, dollars?: Money): Omit<ExtensionPrices, "restore"> => {
	const register = { KES: kes(shillings), ...(dollars && { USD: dollars }) };
	const renew = { KES: add(register.KES, surcharge.KES), ...(dollars && { USD: add(dollars, surcharge.USD) }) };
	return { register, renew, transfer: register };
};

const extension = (tld: string, shillings: number, dollars?: Money, maxYears?: number): Extension => ({
	tld,
	...pricesOf(shillings, dollars),
	restore: restorePrice(tld),
	...(maxYears && { maxYears }),
});

/** In shillings, for extensions that are in no price list. */
const unlisted = 1000;

/**
 * The specification's price list, then what only its grid or its portal offers. Dollar prices come from the ten-item grid
 * and the portal's samples. Where they differ (.co: 14.99 and 24.99), the grid applies.
 */
export const domainExtensions: readonly Extension[] = [
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
	extension("co", unlisted, usd(1499)),
	extension("cloud", unlisted),
	extension("biz", unlisted),
	extension("africa", unlisted, usd(2999)),
	extension("co.za", unlisted),
	extension("ng", unlisted),
	extension("tz", unlisted),
	extension("ug", unlisted),
];

export const otherExtensions: ExtensionPrices = { ...pricesOf(unlisted), restore: restoreFee };
