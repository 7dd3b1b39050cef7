import type { BillingDetails } from "./billing-details.schema";

/** The billing address on invoices. */
export interface BillingAddress {
	/** A person or a company. */
	name: string;
	address: string;
	city: string;
	/** For registrants. Not printed. Missing if the country has none, or it was not entered. */
	postalCode?: string;
	/** KRA PIN, or the tax number of another country. */
	taxPin: string | null;
	/** Whether it is from the last checkout, because the customer has not saved billing details. */
	fromCheckout?: true;
}

/** The entered details with the postal code of the same address, which the billing form does not show. */
export function withPostalCode(details: BillingDetails, previous: BillingAddress | null): BillingAddress {
	const { address, city, postalCode } = previous ?? {};
	const isSame = details.address === address && details.city === city;
	return isSame && postalCode ? { ...details, postalCode } : details;
}
