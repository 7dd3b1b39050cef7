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

/** The registrant of the domains of an order. */
export const registrantOf = ({ company, taxPin: _, delivery: __, ...contact }: ContactDetails): DomainContact => ({
	...contact,
	organisation: company ?? null,
});
