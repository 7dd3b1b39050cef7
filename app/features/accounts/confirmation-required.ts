import { fail } from "~/lib/result";

/** Failure for a form that requires a confirmation. The page keeps the form and links to the confirmation in a new tab. */
export const confirmationRequired = (reason: string) =>
	fail("forbidden", `${reason} Then send this form again.`, { code: "confirm_password" });
