import { parse } from "~/lib/parse";
import { fail, ok, type Result } from "~/lib/result";
import type { DomainContacts } from "./contacts";
import { contactFields, contactRoles } from "./contacts";
import { contactSchema } from "./contacts.schema";

/**
 * Parses the contacts form, whose fields are like `registrant.email`. The other two contacts are the registrant unless
 * `admin.own` or `tech.own` is ticked.
 */
export function parseContacts(form: Readonly<Record<string, unknown>>): Result<DomainContacts> {
	const problems: Record<string, string> = {};
	const read = contactRoles.map((role) => {
		if (role !== "registrant" && form[`${role}.own`] !== "on") return null;
		const input = Object.fromEntries(contactFields.map((field) => [field, form[`${role}.${field}`] ?? ""]));
		const contact = parse(contactSchema, input);
		if (contact.ok) return contact.value;
		for (const [field, message] of Object.entries(contact.error.fields ?? {})) problems[`${role}.${field}`] = message;
		return null;
	});
	const [registrant = null, admin = null, tech = null] = read;
	const [first = "Some contact details are missing."] = Object.values(problems);
	if (!registrant || Object.keys(problems).length > 0) return fail("invalid", first, { fields: problems });
	return ok({ registrant, admin, tech });
}
