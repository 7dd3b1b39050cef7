import { z } from "zod";
import { cursorText, searchText } from "~/lib/list.schema";
import { invoiceSorts, invoiceTabs } from "./billing";

export const invoiceListSchema = z.object({
	tab: z.enum(invoiceTabs.map(({ id }) => id)).catch("all"),
	q: searchText,
	sort: z.enum(invoiceSorts).catch("-issued"),
	after: cursorText,
});

export type InvoiceListQuery = z.infer<typeof invoiceListSchema>;
