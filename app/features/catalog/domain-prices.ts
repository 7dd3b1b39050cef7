import { add, type Currency, least, type Money, multiply } from "~/lib/money";
import { domainExtensions } from "./domain-extensions";
import { extensionOffers } from "./extension-offers";
import { portalExtensions, portalSamplePrices } from "./portal-extensions";
import { type Prices, priceIn } from "./prices";
import { settings } from "./settings";

const extensionsByTld = new Map(domainExtensions.map((extension) => [extension.tld, extension]));

/** Dollar prices of extensions that have no line in the shilling list. */
const dollarPrices = new Map<string, Money>([
	...portalSamplePrices.flatMap(({ tld, price }) => (price ? [[tld, price] as const] : [])),
	...extensionOffers.map(({ tld, dollarPrice }) => [tld, dollarPrice.USD] as const),
]);

/** Every extension that can be bought: the price list's, then those that only the grid or the portal offers. */
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

/** The sold extension that a full name ends in, the longest first: `shop.co.ke` is under `co.ke`. */
export function extensionOf(domain: string): string | undefined {
	const labels = domain.toLowerCase().split(".");
	for (let from = 1; from < labels.length; from += 1) {
		const tld = labels.slice(from).join(".");
		if (sold.has(tld)) return tld;
	}
	return undefined;
}

/** What the cheapest name costs in its first year. */
export const cheapestExtension: Money = least(domainExtensions.map(({ prices }) => priceIn(prices, "KES")));

/** First year. An extension that no list names costs the default. `tld` with or without its leading dot. */
export function domainPrice(tld: string, currency: Currency = "KES"): Money {
	const name = withoutDot(tld);
	return priceIn(extensionsByTld.get(name)?.prices ?? unlistedPrices(name), currency);
}

/** Each further year, whether paid at once or at renewal. */
export function renewalPrice(tld: string, currency: Currency = "KES"): Money {
	return add(domainPrice(tld, currency), priceIn(settings.renewalSurcharge, currency));
}

/** A registration of several years: the first at the first-year price, each further one at the renewal price. */
export function registrationPrice(tld: string, years: number, currency: Currency = "KES"): Money {
	return add(domainPrice(tld, currency), multiply(renewalPrice(tld, currency), years - 1));
}

/** Ten, or fewer where the registry sells fewer at once. */
export function maxYears(tld: string): number {
	return extensionsByTld.get(withoutDot(tld))?.maxYears ?? settings.domainYears.max;
}

function unlistedPrices(tld: string): Prices {
	const dollars = dollarPrices.get(tld);
	return dollars ? { ...settings.defaultDomainPrice, USD: dollars } : settings.defaultDomainPrice;
}

const withoutDot = (tld: string): string => tld.replace(/^\./, "").toLowerCase();
