import { invoicesQuerySchema } from "~/features/billing-desk/billing-desk.schema";
import type { DeskHandle } from "~/features/staff/desk-handle";
import { csvAmount, csvDay } from "~/lib/csv-cells";
import { exportedList } from "~/middleware/desk-export";

export const handle = { desk: { view: "reports.export" } } as const satisfies DeskHandle;

export const loader = exportedList(handle, {
	name: "invoices",
	filters: invoicesQuerySchema,
	page: ({ billingDesk }, session, query, size) => billingDesk.invoices(session, query, size),
	head: ["Invoice", "State", "Customer", "Email", "Customer id", "Currency", "Total", "Issued", "Due"],
	cells: (row) => [
		...[row.number, row.state, `${row.firstName} ${row.lastName}`.trim(), row.email, row.customerId],
		...[row.currency, csvAmount(row.total), csvDay(row.issuedAt), csvDay(row.dueAt)],
	],
});
