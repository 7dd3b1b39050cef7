import { z } from "zod";
import { toE164 } from "../../lib/phone";
import { email, personName } from "../accounts/account.schema";
import { profileCountries } from "../accounts/profile";

const line = (message: string, longest: number) =>
	z
		.string({ error: message })
		.transform((value) => value.normalize("NFC").replace(/\s+/g, " ").trim())
		.pipe(
			z
				.string()
				.min(1, message)
				.max(longest, `Use at most ${longest} characters.`)
				.refine((value) => !/[\p{Cc}\p{Cf}]/u.test(value), "This has an invisible character in it."),
		);

/** A person or firm, as a registry asks for it. */
export const contactSchema = z
	.object({
		firstName: personName("Enter the first name."),
		lastName: personName("Enter the last name."),
		organisation: z.string().max(200).default(""),
		email,
		phone: z.string().max(40).default(""),
		address: line("Enter the street or P.O. box.", 160),
		city: line("Enter the town or city.", 80),
		country: z.string().refine((name) => profileCountries.includes(name), "Choose the country."),
	})
	.transform(({ phone, organisation, ...contact }, context) => {
		const number = toE164(phone, contact.country);
		if (!number) {
			context.addIssue({ code: "custom", path: ["phone"], message: "Enter a phone number, such as 0712 345 678." });
			return z.NEVER;
		}
		const firm = organisation.normalize("NFC").replace(/\s+/g, " ").trim().slice(0, 120);
		return { ...contact, phone: number, organisation: firm || null };
	});
