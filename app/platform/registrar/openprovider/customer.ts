import type { DomainContact } from "~/features/domains/contacts";
import { countryCodeOf, hashOf, missingPostalCode, phoneOf, postalCodeOf } from "../holder-contact";

/** Our mark in the comments of a contact, to find it again if the answer to its creation was lost. */
export const markOf = (contactHash: string): string => `kikoa-${contactHash.slice(0, 32)}`;

/**
 * A contact as OpenProvider wants it (docs.openprovider.com/swagger.json, POST /customers).
 * @throws if the country has no code
 */
export function toCustomer(contact: DomainContact) {
	const { firstName, lastName, organisation, email, address, city } = contact;
	const { callingCode, number } = phoneOf(contact);
	return {
		name: { first_name: firstName, last_name: lastName },
		...(organisation && { company_name: organisation }),
		email,
		// The first three digits as area code, as in the official module (CustomerPhone.php).
		phone: {
			country_code: `+${callingCode}`,
			area_code: number.slice(0, 3),
			subscriber_number: number.slice(3),
		},
		address: {
			street: address,
			number: "",
			zipcode: postalCodeOf(contact) ?? missingPostalCode,
			city,
			country: countryCodeOf(contact),
		},
		comments: markOf(hashOf(contact)),
	};
}
