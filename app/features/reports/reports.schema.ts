import { z } from "zod";

/** A filter. An invalid value counts as none. */
const day = z.iso.date().optional().catch(undefined);

/** Days in Kenya, both included. */
export const revenueQuerySchema = z.object({
	from: day,
	to: day,
	currency: z.enum(["KES", "USD"]).catch("KES"),
});
export type RevenueQuery = z.output<typeof revenueQuerySchema>;
