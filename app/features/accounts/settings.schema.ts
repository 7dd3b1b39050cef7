import { z } from "zod";
import { oneLine, rowId } from "../../lib/fields.schema";
import { toE164 } from "../../lib/phone";
import { password, personName } from "./account.schema";
import { languages, profileCountries, type SettingsChange, settingsMessages, timezones } from "./profile";

const idsOf = <Id extends string>(list: readonly { readonly id: Id }[]) => z.enum(list.map(({ id }) => id));

const company = oneLine
	.transform((value) => value || null)
	.pipe(
		z
			.string()
			.max(100, "Use at most 100 characters.")
			.refine((value) => !/[\p{Cc}\p{Cf}]/u.test(value), "This name has an invisible character in it.")
			.nullable(),
	);

/** The profile form. What it does not name stays as it is, whatever else is sent. */
export const profileSchema = z
	.object({
		firstName: personName("Enter your first name."),
		lastName: personName("Enter your last name."),
		phone: z.string().trim().max(40, "Use at most 40 characters.").default(""),
		company: company.default(null),
		country: z.string().refine((name) => profileCountries.includes(name), "Choose your country."),
		timezone: z.enum(
			timezones.map(({ id }) => id),
			{ error: "Choose a timezone." },
		),
		language: idsOf(languages),
	})
	.transform(({ phone, ...profile }, context) => {
		if (phone === "") return { ...profile, phone: null };
		const number = toE164(phone, profile.country);
		if (number) return { ...profile, phone: number };
		context.addIssue({
			code: "custom",
			path: ["phone"],
			message: "Enter a phone number, such as 0712 345 678 or +254712345678.",
		});
		return z.NEVER;
	});
export type Profile = z.output<typeof profileSchema>;

export const passwordChangeSchema = z
	.object({
		currentPassword: password("Enter your current password."),
		newPassword: password("Choose a new password."),
		confirmPassword: z.string({ error: "Repeat the new password." }).max(1_000),
	})
	.refine(({ newPassword, confirmPassword }) => newPassword === confirmPassword, {
		path: ["confirmPassword"],
		message: "Passwords do not match.",
	});
export type PasswordChange = z.output<typeof passwordChangeSchema>;

export const revokeSchema = z.object({ sessionId: rowId });

/** The address after a change: which one it was. */
export const savedSchema = z.object({
	saved: z
		.enum(Object.keys(settingsMessages) as SettingsChange[])
		.optional()
		.catch(undefined),
});
