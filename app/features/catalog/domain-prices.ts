import { isGeneric } from "~/features/domains/lifecycle";
import { add, type Currency, least, type Money, multiply } from "~/lib/money";
import type { ExtensionPrices } from "./content";
import { currentCatalog } from "./current";
import { withoutDot } from "./known-extensions";
import { priceIn } from "./prices";
import { settings } from "./settings";

/** Every extension that new customers can buy, in the order of the price list. */
export const soldExtensions = (): readonly string[] => currentCatalog().soldTlds;

/** The longest extension of a full name that was ever sold: `co.ke` for `shop.co.ke`. */
export function extensionOf(domain: string): string | undefined {
	const { extensionsByTld } = currentCatalog();
	const labels = domain.toLowerCase().split(".");
	for (let from = 1; from < labels.length; from += 1) {
		const tld = labels.slice(from).join(".");
		if (extensionsByTld.has(tld)) return tld;
	}
	return undefined;
}

/** The lowest first-year price. */
export const cheapestExtension = (): Money => least(soldExtensions().map((tld) => domainPrice(tld)));

/** The first year. `tld` with or without its leading dot. */
export const domainPrice = (tld: string, currency: Currency = "KES"): Money =>
	priceIn(pricesOf(tld).register, currency);

/** Each further year, both in a registration of several years and at renewal. */
export const renewalPrice = (tld: string, currency: Currency = "KES"): Money => priceIn(pricesOf(tld).renew, currency);

/** Includes the year that a transfer adds. */
export const transferPrice = (tld: string, currency: Currency = "KES"): Money =>
	priceIn(pricesOf(tld).transfer, currency);

/** A registration of several years: the first at the first-year price, each further one at the renewal price. */
export function registrationPrice(tld: string, years: number, currency: Currency = "KES"): Money {
	return add(domainPrice(tld, currency), multiply(renewalPrice(tld, currency), years - 1));
}

/** The fee for restoring a domain from redemption, charged with a year's renewal. Null if we have no price. */
export function restoreFee(tld: string, currency: Currency = "KES"): Money | null {
	const { restore } = pricesOf(tld);
	return restore && priceIn(restore, currency);
}

/** The longest registration: ten years, or the registry's limit. */
export function maxYears(tld: string): number {
	return currentCatalog().extensionsByTld.get(withoutDot(tld))?.maxYears ?? settings.domainYears.max;
}

function pricesOf(tld: string): ExtensionPrices {
	const { extensionsByTld, otherExtensions } = currentCatalog();
	const found = extensionsByTld.get(withoutDot(tld));
	if (found) return found;
	// Each country has its own rules.
	return isGeneric(withoutDot(tld)) ? otherExtensions : { ...otherExtensions, restore: null };
}
