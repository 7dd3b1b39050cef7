import { domainsQuerySchema } from "~/features/services-desk/services-desk.schema";
import type { DeskHandle } from "~/features/staff/desk-handle";
import { csvCustomer, csvDay, customerHead } from "~/lib/csv-cells";
import { exportedList } from "~/middleware/desk-export";

export const handle = { desk: { view: "reports.export" } } as const satisfies DeskHandle;

export const loader = exportedList(handle, {
	name: "domains",
	filters: domainsQuerySchema,
	page: ({ domainsDesk }, session, query, size) => domainsDesk.list(session, query, size),
	head: ["Domain", "Status", ...customerHead, "Registrar", "Auto-renew", "Expires"],
	cells: (row) => [
		...[row.name, row.status, ...csvCustomer(row), row.registrar ?? ""],
		...[row.autoRenew ? "yes" : "no", csvDay(row.expiresAt)],
	],
});
