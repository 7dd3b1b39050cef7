import { z } from "zod";
import { countries } from "~/lib/countries";
import { isVisible, oneLine, rowId } from "~/lib/fields.schema";
import { cursorText } from "~/lib/list.schema";
import { isPhone, notPhone, phoneIn } from "~/lib/phone.schema";
import {
	optionalCode,
	password,
	passwordMismatch,
	passwordsMatch,
	personName,
	repeatedPassword,
} from "./account.schema";
import { languages, timezones } from "./profile";

const idsOf = <Id extends string>(list: readonly { readonly id: Id }[]) => z.enum(list.map(({ id }) => id));

const company = oneLine
	.transform((value) => value || null)
	.pipe(
		z
			.string()
			.max(100, "Use at most 100 characters.")
			.refine(isVisible, "This name contains an invisible character.")
			.nullable(),
	);

/** The profile form. Ignores other fields. */
export const profileSchema = z
	.object({
		firstName: personName("Enter your first name."),
		lastName: personName("Enter your last name."),
		phone: z.string().trim().max(40, "Use at most 40 characters.").default(""),
		company: company.default(null),
		country: z.enum(countries, { error: "Choose your country." }),
		timezone: z.enum(
			timezones.map(({ id }) => id),
			{ error: "Choose a timezone." },
		),
		language: idsOf(languages),
	})
	.refine(isPhone, notPhone)
	.transform((profile) => ({ ...profile, phone: phoneIn(profile) }));
export type Profile = z.output<typeof profileSchema>;

export const passwordChangeSchema = z
	.object({
		currentPassword: password("Enter your current password."),
		code: optionalCode,
		newPassword: password("Choose a new password."),
		confirmPassword: repeatedPassword,
	})
	.refine(passwordsMatch, passwordMismatch);
export type PasswordChange = z.output<typeof passwordChangeSchema>;

export const revokeSchema = z.object({ sessionId: rowId });

/** Query of the security page, which has a list with pages. */
export const securityPageSchema = z.object({ after: cursorText });
