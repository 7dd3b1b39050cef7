/** A person or firm that the registry lists for a domain. */
export interface DomainContact {
	firstName: string;
	lastName: string;
	organisation: string | null;
	email: string;
	/** E.164. */
	phone: string;
	address: string;
	city: string;
	/** Missing or null if the country has none, or it was not entered. */
	postalCode?: string | null;
	country: string;
}

export interface DomainContacts {
	registrant: DomainContact;
	/** Null if it is the registrant. */
	admin: DomainContact | null;
	tech: DomainContact | null;
}

/** Not in contacts.schema.ts, so that the form does not load the schema in the browser. */
export const contactRoles = ["registrant", "admin", "tech"] as const;
export type ContactRole = (typeof contactRoles)[number];

export const contactFields = [
	"firstName",
	"lastName",
	"organisation",
	"email",
	"phone",
	"address",
	"city",
	"postalCode",
	"country",
] as const;
export type ContactField = (typeof contactFields)[number];
