import { z } from "zod";
import { email, personName } from "~/features/accounts/account.schema";
import { countries } from "~/lib/countries";
import { isVisible, notVisible, oneLine, requiredLine } from "~/lib/fields.schema";
import { isPhone, notPhone, phoneIn } from "~/lib/phone.schema";
import { parsePostalCode } from "~/lib/postal-code";
import { isRegistrantsPostalCode, notPostalCode } from "~/lib/postal-code.schema";

const missingPhone = "Enter the phone number.";

/** A person or firm, with the fields that registries require. */
export const contactSchema = z
	.object({
		firstName: personName("Enter the first name."),
		lastName: personName("Enter the last name."),
		organisation: z.string().max(200).pipe(oneLine.refine(isVisible, notVisible)).default(""),
		email,
		phone: z.string({ error: missingPhone }).trim().min(1, missingPhone).max(40),
		address: requiredLine("Enter the street or P.O. box.", 160),
		city: requiredLine("Enter the town or city.", 80),
		postalCode: z.string().max(20).default(""),
		country: z.enum(countries, { error: "Choose the country." }),
	})
	.refine(isPhone, notPhone)
	.refine(isRegistrantsPostalCode, notPostalCode)
	.transform(({ organisation, ...contact }) => ({
		...contact,
		postalCode: parsePostalCode(contact.postalCode, contact.country) ?? null,
		phone: phoneIn(contact) ?? "",
		organisation: organisation.slice(0, 120) || null,
	}));
