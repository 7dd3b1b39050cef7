import { z } from "zod";
import { domainSorts, domainTabs } from "./portfolio";

/** The address of the list; what it does not know is left out. */
export const domainListSchema = z.object({
	tab: z.enum(domainTabs.map(({ id }) => id)).catch("all"),
	q: z.string().trim().max(253).catch(""),
	sort: z.enum(domainSorts).catch("name"),
	after: z.string().max(600).optional().catch(undefined),
	open: z.string().max(64).optional().catch(undefined),
});

export type DomainListQuery = z.infer<typeof domainListSchema>;

export const autoRenewSchema = z.object({
	domainId: z.string().max(64),
	autoRenew: z.enum(["on", "off"]).transform((value) => value === "on"),
});
