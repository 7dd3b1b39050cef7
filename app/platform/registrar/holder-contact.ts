import parsePhoneNumber from "libphonenumber-js/min";
import type { DomainContact } from "~/features/domains/contacts";
import { countryCodes, isCountry } from "~/lib/countries";
import { sha256Hex } from "~/lib/sha256";

/** The same for the same contact. */
export const hashOf = (contact: DomainContact): string => {
	const { firstName, lastName, organisation, email, phone, address, city, country } = contact;
	return sha256Hex(JSON.stringify([firstName, lastName, organisation, email, phone, address, city, country]));
};

/** ISO 3166-1. @throws if the country has no code */
export function countryCodeOf({ country }: DomainContact): string {
	if (!isCountry(country)) throw new Error(`No country code of ${country}`);
	return countryCodes[country];
}

/** The calling code without a plus, and the number behind it. */
export function phoneOf({ phone }: DomainContact): { readonly callingCode: string; readonly number: string } {
	const { countryCallingCode = "", nationalNumber = "" } = parsePhoneNumber(phone) ?? {};
	return { callingCode: countryCallingCode, number: nationalNumber };
}

/**
 * We ask for no postal code. Kenyan addresses often contain it ("P.O. Box 100-00200"). 00000 stands for a missing one,
 * because registrars refuse an empty one (OpenProvider: code 115).
 */
export const postalCodeOf = ({ address, city }: DomainContact): string =>
	/(?<!\d)\d{5}(?!\d)/.exec(`${address} ${city}`)?.[0] ?? "00000";
