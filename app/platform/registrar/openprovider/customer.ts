import parsePhoneNumber from "libphonenumber-js/min";
import type { DomainContact } from "~/features/domains/contacts";
import { countryCodes, isCountry } from "~/lib/countries";
import { sha256Hex } from "~/lib/sha256";

/** The same for the same contact. */
export const hashOf = (contact: DomainContact): string => {
	const { firstName, lastName, organisation, email, phone, address, city, country } = contact;
	return sha256Hex(JSON.stringify([firstName, lastName, organisation, email, phone, address, city, country]));
};

/** Our mark in the comments of a contact, to find it again if the answer to its creation was lost. */
export const markOf = (contactHash: string): string => `kikoa-${contactHash.slice(0, 32)}`;

/**
 * A contact as OpenProvider wants it (docs.openprovider.com/swagger.json, POST /customers).
 * @throws if the country has no code
 */
export function toCustomer(contact: DomainContact) {
	const { firstName, lastName, organisation, email, phone, address, city, country } = contact;
	if (!isCountry(country)) throw new Error(`No country code of ${country}`);
	const { countryCallingCode = "", nationalNumber = "" } = parsePhoneNumber(phone) ?? {};
	return {
		name: { first_name: firstName, last_name: lastName },
		...(organisation && { company_name: organisation }),
		email,
		// The first three digits as area code, as in the official module (CustomerPhone.php).
		phone: {
			country_code: `+${countryCallingCode}`,
			area_code: nationalNumber.slice(0, 3),
			subscriber_number: nationalNumber.slice(3),
		},
		address: {
			street: address,
			number: "",
			zipcode: postalCodeOf(address, city),
			city,
			country: countryCodes[country],
		},
		comments: markOf(hashOf(contact)),
	};
}

/**
 * We ask for no postal code. Kenyan addresses often contain it ("P.O. Box 100-00200"). 00000 stands for a missing one,
 * because OpenProvider refuses an empty one (code 115).
 */
const postalCodeOf = (...parts: readonly string[]): string =>
	/(?<!\d)\d{5}(?!\d)/.exec(parts.join(" "))?.[0] ?? "00000";
