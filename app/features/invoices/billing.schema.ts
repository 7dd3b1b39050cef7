import { z } from "zod";
import { cursorText, searchText } from "~/lib/list.schema";
import { invoiceTabs } from "./billing";

export const invoiceListSchema = z.object({
	tab: z.enum(invoiceTabs.map(({ id }) => id)).catch("all"),
	q: searchText,
	after: cursorText,
});

export type InvoiceListQuery = z.infer<typeof invoiceListSchema>;
