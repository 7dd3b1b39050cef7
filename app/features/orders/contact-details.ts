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
