import { plansQuerySchema } from "~/features/services-desk/services-desk.schema";
import type { DeskHandle } from "~/features/staff/desk-handle";
import { csvCustomer, csvDay, customerHead } from "~/lib/csv-cells";
import { exportedList } from "~/middleware/desk-export";

export const handle = { desk: { view: "reports.export" } } as const satisfies DeskHandle;

export const loader = exportedList(handle, {
	name: "hosting",
	filters: plansQuerySchema,
	page: ({ plansDesk }, session, query, size) => plansDesk.list(session, query, size),
	head: ["Plan", "Domain", "Status", ...customerHead, "Server", "Expires"],
	cells: (row) => [
		...[row.name, row.domain ?? "", row.status, ...csvCustomer(row)],
		...[row.server ?? "", csvDay(row.expiresAt)],
	],
});
