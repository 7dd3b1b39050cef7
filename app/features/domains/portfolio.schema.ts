import { z } from "zod";
import { choiceFilter, cursorText, openRow, textFilter } from "~/lib/list.schema";
import { domainSorts, domainTabs } from "./portfolio";

const filters = {
	tab: choiceFilter(domainTabs.map(({ id }) => id)).transform((tab) => tab ?? "all"),
	q: textFilter(253),
	tld: textFilter(63)
		.transform((text) => text || undefined)
		.optional(),
	/** Expires within thirty days. */
	due: choiceFilter(["30"]),
	renew: choiceFilter(["on", "off"]),
};

/** Search parameters of the domain list. Ignores invalid values. */
export const domainListSchema = z.object({
	tab: filters.tab.catch("all"),
	q: filters.q.catch(""),
	tld: filters.tld.catch(undefined),
	due: filters.due.catch(undefined),
	renew: filters.renew.catch(undefined),
	sort: z.enum(domainSorts).catch("name"),
	after: cursorText,
	open: openRow,
});

/** The same to change all domains of the list, where an invalid filter must not mean all domains. */
export const wholeListSchema = domainListSchema.extend(filters);

export type DomainListQuery = z.infer<typeof domainListSchema>;
