import { z } from "zod";
import { oneLine } from "~/lib/fields.schema";

/** The query of the help. An empty or overlong search counts as none. */
export const helpQuerySchema = z.object({
	q: oneLine.pipe(z.string().min(1).max(100)).nullable().catch(null),
});

/** What someone is writing. */
export const suggestionsSchema = z.object({
	text: z.string({ error: "Send a text." }).max(8_000, "The text is too long."),
});
