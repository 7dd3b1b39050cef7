/** The billing address on invoices. */
export interface BillingAddress {
	/** A person or a company. */
	name: string;
	address: string;
	city: string;
	/** KRA PIN, or the tax number of another country. */
	taxPin: string | null;
}
