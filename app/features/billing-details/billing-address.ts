/** What invoices are made out to. */
export interface BillingAddress {
	/** A person or a company. */
	name: string;
	address: string;
	city: string;
	/** KRA PIN, or the tax number of another country. */
	taxPin: string | null;
}
