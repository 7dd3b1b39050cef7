import { paymentsQuerySchema } from "~/features/billing-desk/billing-desk.schema";
import type { DeskHandle } from "~/features/staff/desk-handle";
import { csvAmount } from "~/lib/csv-cells";
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
		"Customer",
		"Email",
		"Customer id",
		"Invoice id",
		"Currency",
		"Amount",
		"Started (UTC)",
		"Failure",
	],
	cells: (row) => [
		...[row.receipt ?? "", row.state, row.method, row.provider, row.phone ?? row.cardName ?? ""],
		...[`${row.firstName} ${row.lastName}`.trim(), row.email, row.customerId, row.invoiceId],
		...[row.currency, csvAmount(row.amount), new Date(row.createdAt).toISOString(), row.failureCode ?? ""],
	],
});
