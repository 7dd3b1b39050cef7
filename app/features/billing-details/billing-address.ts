/** The billing address on invoices. */
export interface BillingAddress {
	/** A person or a company. */
	name: string;
	address: string;
	city: string;
	/** KRA PIN, or the tax number of another country. */
	taxPin: string | null;
	/** Whether it is from the last checkout, because the customer has not saved billing details. */
	fromCheckout?: true;
}
