import { z } from "zod";
import { filledLine, oneLine } from "../../lib/fields.schema";
import { phoneOf } from "../../lib/phone.schema";
import { email, personName } from "../accounts/account.schema";
import { profileCountries } from "../accounts/profile";

/** A person or firm, as a registry asks for it. */
export const contactSchema = z
	.object({
		firstName: personName("Enter the first name."),
		lastName: personName("Enter the last name."),
		organisation: z.string().max(200).pipe(oneLine).default(""),
		email,
		phone: z.string().max(40).default(""),
		address: filledLine("Enter the street or P.O. box.", 160),
		city: filledLine("Enter the town or city.", 80),
		country: z.string().refine((name) => profileCountries.includes(name), "Choose the country."),
	})
	.transform(({ phone, organisation, ...contact }, context) => ({
		...contact,
		phone: phoneOf(phone, contact.country, context),
		organisation: organisation.slice(0, 120) || null,
	}));
