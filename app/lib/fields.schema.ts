import { z } from "zod";

/** For forms that are told apart by a hidden field which says something else. */
export const unknownForm = "This form is not known here. Reload the page and try again.";

/** The id of one of our rows, or whatever came in its place: what is looked up with it is then not found. */
export const rowId = z.string().max(64);

/** One line as people type it: letters composed, one space between words, none around. May be empty. */
export const oneLine = z.string().transform((value) => value.normalize("NFC").replace(/\s+/g, " ").trim());

/** The same, to be filled in. @param missing what is said when it is not; @param longest characters. */
export const requiredLine = (missing: string, longest: number) =>
	z
		.string({ error: missing })
		.pipe(oneLine)
		.pipe(
			z
				.string()
				.min(1, missing)
				.max(longest, `Use at most ${longest} characters.`)
				.refine((value) => !/[\p{Cc}\p{Cf}]/u.test(value), "This line has an invisible character in it."),
		);
