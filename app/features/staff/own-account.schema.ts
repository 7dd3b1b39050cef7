import { z } from "zod";
import { password, passwordMismatch, passwordsMatch, repeatedPassword } from "~/features/accounts/account.schema";
import { addPasskeySchema } from "~/features/passkeys/passkey.schema";

const currentPassword = password("Enter your password.");

export const changePasswordSchema = z
	.object({ currentPassword, newPassword: password("Choose a new password."), confirmPassword: repeatedPassword })
	.refine(passwordsMatch, passwordMismatch);
export type ChangePassword = z.output<typeof changePasswordSchema>;

/** Of the form for new recovery codes, and before a new passkey. */
export const ownPasswordSchema = z.object({ currentPassword });

export const addStaffPasskeySchema = addPasskeySchema.extend({ currentPassword });
