import { z } from "zod";

/** A filter. An invalid value counts as none, like a day long before the first sale. */
const day = z.iso
	.date()
	.refine((text) => text >= "2000-01-01")
	.optional()
	.catch(undefined);

/** Days in Kenya, both included. */
export const revenueQuerySchema = z.object({
	from: day,
	to: day,
	currency: z.enum(["KES", "USD"]).catch("KES"),
});
export type RevenueQuery = z.output<typeof revenueQuerySchema>;

/** A table of a report, by its place on the page. */
export const tableQuerySchema = z.object({ table: z.coerce.number().int().min(1).catch(1) });
