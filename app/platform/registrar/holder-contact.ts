import parsePhoneNumber from "libphonenumber-js/min";
import type { DomainContact } from "~/features/domains/contacts";
import { countryCodes, isCountry } from "~/lib/countries";
import { sha256Hex } from "~/lib/sha256";

/** The same for the same contact. */
export const hashOf = (contact: DomainContact): string => {
	const { firstName, lastName, organisation, email, phone, address, city, country, postalCode } = contact;
	const fields = [firstName, lastName, organisation, email, phone, address, city, country];
	// Contacts from before there was a postal code keep their hash.
	return sha256Hex(JSON.stringify(postalCode ? [...fields, postalCode] : fields));
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

/** The postal code, or the one in a Kenyan address such as "P.O. Box 100-00200". Null without one. */
export const postalCodeOf = ({ postalCode, address, city, country }: DomainContact): string | null =>
	postalCode || (country === "Kenya" && /(?<!\d)\d{5}(?!\d)/.exec(`${address} ${city}`)?.[0]) || null;

/** For registrars that refuse an empty postal code, also of a country without any (OpenProvider: code 115). */
export const missingPostalCode = "00000";
