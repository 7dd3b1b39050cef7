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
