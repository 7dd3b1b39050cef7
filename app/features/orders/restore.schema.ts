import { z } from "zod";
import { unknownForm } from "~/lib/fields.schema";

/** The form that orders the restore of a domain, with the total that the page showed. */
export const restoreSchema = z.object({
	intent: z.literal("restore"),
	/** Minor units, tax included. */
	total: z.coerce.number().int().min(0).max(Number.MAX_SAFE_INTEGER),
	/** One per page view. */
	key: z.string().regex(/^[A-Za-z0-9_-]{20,64}$/, unknownForm),
});

export type RestoreInput = z.output<typeof restoreSchema>;
