import { isGeneric } from "~/features/domains/lifecycle";
import { add, type Currency, least, type Money, multiply } from "~/lib/money";
import { domainExtensions } from "./domain-extensions";
import { extensionOffers } from "./extension-offers";
import { portalExtensions, portalSamplePrices } from "./portal-extensions";
import { type Prices, priceIn } from "./prices";
import { settings } from "./settings";

const extensionsByTld = new Map(domainExtensions.map((extension) => [extension.tld, extension]));

/** Dollar prices of extensions that are not in the shilling list. */
const dollarPrices = new Map<string, Money>([
	...portalSamplePrices.flatMap(({ tld, price }) => (price ? [[tld, price] as const] : [])),
	...extensionOffers.map(({ tld, dollarPrice }) => [tld, dollarPrice.USD] as const),
]);

/** Every extension that we sell: the price list's first, then those that only the grid or the portal offers. */
export const soldExtensions: readonly string[] = [
	...new Set([
		...domainExtensions.map(({ tld }) => tld),
		...extensionOffers.map(({ tld }) => tld),
		...portalExtensions,
	]),
];

const sold = new Set(soldExtensions);

/** With or without its leading dot. */
export const isSold = (tld: string): boolean => sold.has(withoutDot(tld));

/** The longest sold extension of a full name: `co.ke` for `shop.co.ke`. */
export function extensionOf(domain: string): string | undefined {
	const labels = domain.toLowerCase().split(".");
	for (let from = 1; from < labels.length; from += 1) {
		const tld = labels.slice(from).join(".");
		if (sold.has(tld)) return tld;
	}
	return undefined;
}

/** The lowest first-year price. */
export const cheapestExtension: Money = least(domainExtensions.map(({ prices }) => priceIn(prices, "KES")));

/** The first year. Extensions without a listed price cost the default. `tld` with or without its leading dot. */
export function domainPrice(tld: string, currency: Currency = "KES"): Money {
	const name = withoutDot(tld);
	return priceIn(extensionsByTld.get(name)?.prices ?? unlistedPrices(name), currency);
}

/** Each further year, both in a registration of several years and at renewal. */
export function renewalPrice(tld: string, currency: Currency = "KES"): Money {
	return add(domainPrice(tld, currency), priceIn(settings.renewalSurcharge, currency));
}

/** A registration of several years: the first at the first-year price, each further one at the renewal price. */
export function registrationPrice(tld: string, years: number, currency: Currency = "KES"): Money {
	return add(domainPrice(tld, currency), multiply(renewalPrice(tld, currency), years - 1));
}

/**
 * The fee for restoring a domain from redemption, charged with a year's renewal. Null if we have no price, because each
 * country has its own rules. Of the country extensions that we sell, only .ai is known to have ICANN's 30 days.
 */
export function restoreFee(tld: string, currency: Currency = "KES"): Money | null {
	const name = withoutDot(tld);
	return isGeneric(name) || name === "ai" ? priceIn(settings.restoreFee, currency) : null;
}

/** The longest registration: ten years, or the registry's limit. */
export function maxYears(tld: string): number {
	return extensionsByTld.get(withoutDot(tld))?.maxYears ?? settings.domainYears.max;
}

function unlistedPrices(tld: string): Prices {
	const dollars = dollarPrices.get(tld);
	return dollars ? { ...settings.defaultDomainPrice, USD: dollars } : settings.defaultDomainPrice;
}

const withoutDot = (tld: string): string => tld.replace(/^\./, "").toLowerCase();
