import { z } from "zod";
import { brand } from "~/brand";
import { registrationCountries } from "./countries";
import { parseEmail } from "./email";
import { passwordProblem } from "./password-policy";

/** Bounds the input before any rule or hash looks at it. */
const maxPasswordCharacters = 1_000;

export const email = z.string({ error: "Enter your email address." }).transform((value, context) => {
	const parsed = parseEmail(value);
	if (parsed.ok) return parsed.value;
	context.addIssue({ code: "custom", message: parsed.error });
	return z.NEVER;
});

/** A person's first or last name. */
export const personName = (message: string) =>
	z
		.string({ error: message })
		.transform((value) => value.normalize("NFC").trim().replace(/ +/g, " "))
		.pipe(
			z
				.string()
				.min(1, message)
				.max(60, "Use at most 60 characters.")
				// Names appear in emails, so they must not contain line breaks or links.
				.refine((value) => !/[\p{Cc}\p{Cf}\p{Zl}\p{Zp}]/u.test(value), "This name contains an invisible character.")
				.refine((value) => !/:\/\/|\bwww\./i.test(value), "A name can't be a web address."),
		);

/**
 * An existing password, so no strength rules apply.
 * @param message for an empty field
 */
export const password = (message: string) =>
	z.string({ error: message }).min(1, message).max(maxPasswordCharacters, "Use at most 128 characters.");

/** The code of two-step sign-in. Empty if it is off. */
export const optionalCode = z
	.string()
	.trim()
	.max(40, "Enter the six digits from your app, or a recovery code.")
	.optional();

/** The solution of a proof of work: `<challenge>:<number>`. */
const proof = z.string().max(200).optional();

/** A checkbox in a form, or a boolean in the API. */
const ticked = z.literal([true, "on", "true"], { error: "You must accept the terms and conditions." });

/** `POST /api/userauth/register` and the form of /register. */
export const registerSchema = z
	.object({
		firstName: personName("Enter your first name."),
		lastName: personName("Enter your last name."),
		country: z.enum(registrationCountries, { error: "Choose your country." }),
		email,
		password: password("Choose a password."),
		terms: ticked,
		proof,
	})
	.refine((form) => weakness(form) === null, {
		path: ["password"],
		error: ({ input }) => weakness(input) ?? undefined,
		when: ({ value }) => typeof Object(value).password === "string",
	});

/** Returns why the password is weak, or null. Checked together with the other fields. */
function weakness(form: unknown): string | null {
	const { password, email } = Object(form);
	return passwordProblem(password, { email: typeof email === "string" ? email : "", brand: brand.name });
}
export type Registration = z.output<typeof registerSchema>;

/** `POST /api/userauth/login` and the form of /login. */
export const loginSchema = z.object({
	email,
	password: password("Enter your password."),
	proof,
	remember: z
		.unknown()
		.optional()
		.transform((value) => ticked.safeParse(value).success),
});
export type Login = z.output<typeof loginSchema>;

/** Forms with only an email address: forgotten password, another verification email. */
export const addressSchema = z.object({ email, proof });
export type AddressInput = z.output<typeof addressSchema>;

/** The second field of forms that ask for a new password twice. */
export const repeatedPassword = z.string({ error: "Repeat the new password." }).max(1_000);
export const passwordsMatch = (form: { newPassword: string; confirmPassword: string }): boolean =>
	form.newPassword === form.confirmPassword;
export const passwordMismatch = {
	path: ["confirmPassword"],
	message: "Passwords do not match.",
	// Checked even if another field is invalid.
	when: ({ value }: z.core.ParsePayload) => {
		const { newPassword, confirmPassword } = Object(value);
		return typeof newPassword === "string" && typeof confirmPassword === "string";
	},
};

/** `POST /api/userauth/reset-password`. */
export const resetPasswordSchema = z.object({
	token: z.string({ error: "Reset token missing." }).min(1, "Reset token missing."),
	newPassword: password("Choose a new password."),
	/** Ids of the passkeys to keep. All others are removed. */
	keepPasskeys: z.array(z.string().max(2_000)).max(100).optional(),
});
export type PasswordReset = z.output<typeof resetPasswordSchema>;

/** The form of /reset-password, which asks for the new password twice. */
export const resetPasswordFormSchema = resetPasswordSchema
	.extend({ confirmPassword: repeatedPassword })
	.refine(passwordsMatch, passwordMismatch);

/** `POST /api/userauth/verify-email?token=…`, whose body may hold the password, and the form of /verify-email. */
export const verifyEmailSchema = z.object({
	token: z.string({ error: "Verification token not found." }).min(1, "Verification token not found."),
	/** Required if the link is opened in a different browser from the one that registered. */
	password: password("Enter the password that you chose when you registered.").optional(),
});
export type EmailVerification = z.output<typeof verifyEmailSchema>;
