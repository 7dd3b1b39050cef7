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
	country: string;
}

/** The registrant of the domains of an order. */
export const registrantOf = ({ company, ...contact }: ContactDetails): DomainContact => ({
	...contact,
	organisation: company ?? null,
});
