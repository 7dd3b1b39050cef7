import { z } from "zod";

/** For a form whose hidden field, which tells the forms of a page apart, has an unknown value. */
export const unknownForm = "This form is not known here. Reload the page and try again.";

/** A row id. Not checked further: an invalid one is simply not found. */
export const rowId = z.string().max(64);

/** A single line of text: NFC, trimmed, with single spaces. May be empty. */
export const oneLine = z.string().transform((value) => value.normalize("NFC").replace(/\s+/g, " ").trim());

/** Whether the text is free of control characters and of marks that change its direction. */
export const isVisible = (text: string): boolean => !/[\p{Cc}\p{Cf}]/u.test(text);

export const notVisible = "This line has an invisible character in it.";

/** As `oneLine`, but required. @param missing error message if it is empty @param maxLength in characters */
export const requiredLine = (missing: string, maxLength: number) =>
	z
		.string({ error: missing })
		.pipe(oneLine)
		.pipe(
			z.string().min(1, missing).max(maxLength, `Use at most ${maxLength} characters.`).refine(isVisible, notVisible),
		);
