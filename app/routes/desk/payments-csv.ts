import { paymentsQuerySchema } from "~/features/billing-desk/billing-desk.schema";
import type { DeskHandle } from "~/features/staff/desk-handle";
import { csvAmount, csvCustomer, customerHead } from "~/lib/csv-cells";
import { exportedList } from "~/middleware/desk-export";

export const handle = { desk: { view: "reports.export" } } as const satisfies DeskHandle;

export const loader = exportedList(handle, {
	name: "payments",
	filters: paymentsQuerySchema,
	page: ({ billingDesk }, session, query, size) => billingDesk.payments(session, query, size),
	head: [
		"Receipt",
		"State",
		"Method",
		"Provider",
		"From",
		...customerHead,
		"Invoice id",
		"Currency",
		"Amount",
		"Started (UTC)",
		"Failure",
	],
	cells: (row) => [
		...[row.receipt ?? "", row.state, row.method, row.provider, row.phone ?? row.cardName ?? ""],
		...[...csvCustomer(row), row.invoiceId],
		...[row.currency, csvAmount(row.amount), new Date(row.createdAt).toISOString(), row.failureCode ?? ""],
	],
});
