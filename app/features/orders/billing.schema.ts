import { z } from "zod";
import { invoiceTabs } from "./billing";

export const invoiceListSchema = z.object({
	tab: z.enum(invoiceTabs.map(({ id }) => id)).catch("all"),
	q: z.string().trim().max(100).catch(""),
	after: z.string().max(600).optional().catch(undefined),
});

export type InvoiceListQuery = z.infer<typeof invoiceListSchema>;
