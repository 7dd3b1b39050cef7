import { z } from "zod";
import { hostingTabs } from "./hosting";

export const hostingListSchema = z.object({
	tab: z.enum(hostingTabs.map(({ id }) => id)).catch("web"),
	after: z.string().max(600).optional().catch(undefined),
	open: z.string().max(64).optional().catch(undefined),
});

export const planChangeSchema = z.object({ intent: z.enum(["cancel", "keep"]), planId: z.string().max(64) });
