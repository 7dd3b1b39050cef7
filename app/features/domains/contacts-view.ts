import type { Customer } from "~/features/accounts/customer";
import type { DomainContact, DomainContacts } from "./contacts";
import { contactFields, contactRoles } from "./contacts";

/** Values of the contacts form. If the domain has no contacts yet, uses the customer's profile and billing address. */
export function contactValues(contacts: DomainContacts | null, customer: Customer): Record<string, string> {
	const values: Record<string, string> = {};
	const fill = (role: string, contact: Partial<DomainContact>) => {
		for (const field of contactFields) values[`${role}.${field}`] = contact[field] ?? "";
	};
	const { firstName, lastName, email, phone, company, country, billing } = customer;
	const { address = "", city = "", postalCode = "" } = billing ?? {};
	const profile = { firstName, lastName, email, phone: phone ?? "", organisation: company };
	const place = { address, city, postalCode, country };
	fill("registrant", contacts?.registrant ?? { ...profile, ...place });
	for (const role of contactRoles.slice(1)) {
		const own = role === "registrant" ? null : (contacts?.[role] ?? null);
		if (own) values[`${role}.own`] = "on";
		fill(role, own ?? {});
	}
	return values;
}
