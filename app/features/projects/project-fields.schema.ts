import { z } from "zod";
import { oneLine } from "~/lib/fields.schema";

/** One line of text. */
export const line = (most: number) =>
	z
		.string()
		.max(most * 4)
		.pipe(oneLine)
		.pipe(z.string().max(most, `Use at most ${most} characters.`));

export const text = (most: number) => z.string().trim().max(most, `Use at most ${most} characters.`);

/** Noon UTC of the chosen day, in ms, which is the same day in every timezone of the account settings. Null if empty. */
export const dueDay = z.union([
	z.literal("").transform(() => null),
	z.iso.date("Choose a day.").transform((day) => Date.parse(`${day}T12:00Z`)),
]);

export const taskName = line(200).refine((value) => value !== "", "Enter what needs to be done.");

export const postBody = text(4_000).refine((value) => value !== "", "Write something first.");
