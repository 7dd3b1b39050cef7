import { z } from "zod";
import { cursorText, openRow } from "~/lib/list.schema";
import { domainSorts, domainTabs } from "./portfolio";

/** Search parameters of the domain list. Ignores invalid values. */
export const domainListSchema = z.object({
	tab: z.enum(domainTabs.map(({ id }) => id)).catch("all"),
	q: z.string().trim().max(253).catch(""),
	tld: z.string().max(63).optional().catch(undefined),
	/** Expires within thirty days. */
	due: z.literal("30").optional().catch(undefined),
	renew: z.enum(["on", "off"]).optional().catch(undefined),
	sort: z.enum(domainSorts).catch("name"),
	after: cursorText,
	open: openRow,
});

export type DomainListQuery = z.infer<typeof domainListSchema>;
