import { customerSearchSchema } from "~/features/customers/customers.schema";
import type { DeskHandle } from "~/features/staff/desk-handle";
import { csvDay } from "~/lib/csv-cells";
import { exportedList } from "~/middleware/desk-export";

export const handle = { desk: { view: "customers.export" } } as const satisfies DeskHandle;

export const loader = exportedList(handle, {
	name: "customers",
	filters: customerSearchSchema,
	page: ({ customers }, session, query, size) => customers.search(session, query, size),
	head: ["Customer", "Company", "Email", "Phone", "Customer id", "Services", "Status", "Since"],
	cells: (row) => [
		...[`${row.firstName} ${row.lastName}`.trim(), row.company ?? "", row.email, row.phone ?? "", row.id],
		...[row.services, row.status, csvDay(row.createdAt)],
	],
});
