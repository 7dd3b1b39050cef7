import { fail } from "~/lib/result";

/** Refuses a form whose password has to be entered again; the form stays, with a link that asks for it in a new tab. */
export const confirmationRequired = (why: string) =>
	fail("forbidden", `${why} Then send this form once more.`, { code: "confirm_password" });
