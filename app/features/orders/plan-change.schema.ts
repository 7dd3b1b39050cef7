import { z } from "zod";
import { rowId, unknownForm } from "~/lib/fields.schema";

const minor = z.coerce.number().int().min(0).max(Number.MAX_SAFE_INTEGER);

/** The form that agrees to a plan change, with the amounts that the page showed. */
export const planChangeSchema = z.object({
	planId: rowId,
	/** The new plan's product id. */
	to: z.string().max(64),
	/** Minor units, tax included. */
	total: minor,
	credit: minor,
	/** One per page view. */
	key: z.string().regex(/^[A-Za-z0-9_-]{20,64}$/, unknownForm),
});
export type PlanChangeInput = z.output<typeof planChangeSchema>;
