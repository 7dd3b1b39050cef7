/** A person or firm that a registry knows for a domain. */
export interface DomainContact {
	firstName: string;
	lastName: string;
	organisation: string | null;
	email: string;
	/** E.164. */
	phone: string;
	address: string;
	city: string;
	country: string;
}

export interface DomainContacts {
	registrant: DomainContact;
	/** Null: the registrant. */
	admin: DomainContact | null;
	tech: DomainContact | null;
}

/** Whom a registry knows for a name; of its own, so that the form takes no schema to the browser. */
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
	"country",
] as const;
export type ContactField = (typeof contactFields)[number];
