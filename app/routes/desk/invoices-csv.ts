import { invoicesQuerySchema } from "~/features/billing-desk/billing-desk.schema";
import type { DeskHandle } from "~/features/staff/desk-handle";
import { csvAmount, csvCustomer, csvDay, customerHead } from "~/lib/csv-cells";
import { exportedList } from "~/middleware/desk-export";

export const handle = { desk: { view: "reports.export" } } as const satisfies DeskHandle;

export const loader = exportedList(handle, {
	name: "invoices",
	filters: invoicesQuerySchema,
	page: ({ billingDesk }, session, query, size) => billingDesk.invoices(session, query, size),
	head: ["Invoice", "State", ...customerHead, "Currency", "Total", "Issued", "Due"],
	cells: (row) => [
		...[row.number, row.state, ...csvCustomer(row)],
		...[row.currency, csvAmount(row.total), csvDay(row.issuedAt), csvDay(row.dueAt)],
	],
});
