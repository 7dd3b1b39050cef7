import { plansQuerySchema } from "~/features/services-desk/services-desk.schema";
import type { DeskHandle } from "~/features/staff/desk-handle";
import { csvDay } from "~/lib/csv-cells";
import { exportedList } from "~/middleware/desk-export";

export const handle = { desk: { view: "reports.export" } } as const satisfies DeskHandle;

export const loader = exportedList(handle, {
	name: "hosting",
	filters: plansQuerySchema,
	page: ({ plansDesk }, session, query, size) => plansDesk.list(session, query, size),
	head: ["Plan", "Domain", "Status", "Customer", "Email", "Customer id", "Server", "Expires"],
	cells: (row) => [
		...[row.name, row.domain ?? "", row.status, `${row.firstName} ${row.lastName}`.trim(), row.email, row.customerId],
		...[row.server ?? "", csvDay(row.expiresAt)],
	],
});
