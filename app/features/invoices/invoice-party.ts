import type { BillingAddress } from "~/features/billing-details/billing-address";
import type { ContactDetails } from "~/features/orders/contact-details";

export interface InvoiceParty {
	name: string;
	company?: string;
	email: string;
	address?: string;
	city?: string;
	country?: string;
	/** KRA PIN, or the tax number of another country. */
	taxPin?: string;
}

/** The party an invoice is billed to: the billing details that the customer saved, or else the order's contact. */
export function invoiceParty(contact: ContactDetails, billing: BillingAddress | null | undefined): InvoiceParty {
	const { firstName, lastName, company, email, address, city, country } = contact;
	// Orders from before the checkout asked for it have none.
	const taxPin = contact.taxPin === undefined ? billing?.taxPin : contact.taxPin;
	const pin = taxPin ? { taxPin } : {};
	if (!billing || billing.fromCheckout)
		return { name: `${firstName} ${lastName}`, email, address, city, country, ...(company && { company }), ...pin };
	const { taxPin: _, ...party } = billing;
	return { ...party, email, country, ...pin };
}
