import { textFields } from "~/lib/form-data";

/** The fields as typed, so that the form can show them again after an error. */
export type ContactValues = Readonly<Partial<Record<string, string>>>;

const requiredFields = ["firstName", "lastName", "email", "phone", "address", "city", "country"] as const;
export const contactFields = [...requiredFields, "postalCode", "company", "taxPin"] as const;
export const deliveryFields = ["deliveryAddress", "deliveryCity", "deliveryPhone"] as const;

/** The contact fields, and whether a visitor has accepted the terms. Never the password. */
export const contactValues = (form: FormData): ContactValues =>
	textFields(form, [...contactFields, ...deliveryFields, "terms"]);

/** Products whose registrant is the contact of the order. */
export const newDomains = ["registration", "transfer"] as const;

/** Goods can't be delivered to a P.O. box. */
export const isPostBox = (address = ""): boolean => /\bp\.?\s*o\.?\s*box\b/i.test(address);

/** Whether every required field has a value. */
export const isComplete = (values: ContactValues): boolean => requiredFields.every((name) => values[name]);
