import { z } from "zod";
import { actors } from "./activity";

/** The address of the list; what it does not know is left out. */
export const activityListSchema = z.object({
	who: z.enum(actors).optional().catch(undefined),
	q: z.string().trim().max(100).catch(""),
	after: z.string().max(600).optional().catch(undefined),
});

export type ActivityListQuery = z.infer<typeof activityListSchema>;
