import type { Customer } from "~/features/accounts/customer";
import type { DomainContact } from "~/features/domains/contacts";

export interface ContactDetails {
	firstName: string;
	lastName: string;
	email: string;
	/** E.164. */
	phone: string;
	company?: string;
	address: string;
	city: string;
	/** Missing if the country has none, or it was not entered. */
	postalCode?: string;
	country: string;
	/** KRA PIN, or the tax number of another country. Null if the customer left it empty. */
	taxPin?: string | null;
	/** Where to send goods, if not to the address above. */
	delivery?: Delivery;
}

export interface Delivery {
	/** Street or landmark. */
	address: string;
	city: string;
	/** E.164. */
	phone: string;
}

/** Whose contact data an order gets. */
export type ContactOwner = Pick<
	Customer,
	"firstName" | "lastName" | "email" | "phone" | "company" | "country" | "billing"
>;

/** The contact of an order with nothing to deliver, for which the customer enters none. The address may be empty. */
export function contactOf(customer: ContactOwner): ContactDetails {
	const { firstName, lastName, email, phone, company, country, billing } = customer;
	const { address = "", city = "" } = billing ?? {};
	return { firstName, lastName, email, phone: phone ?? "", address, city, country, ...(company && { company }) };
}

/** The registrant of the domains of an order. */
export const registrantOf = ({ company, taxPin: _, delivery: __, ...contact }: ContactDetails): DomainContact => ({
	...contact,
	organisation: company ?? null,
});
