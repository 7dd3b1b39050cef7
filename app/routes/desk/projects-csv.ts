import { projectsQuerySchema } from "~/features/projects/projects-desk.schema";
import type { DeskHandle } from "~/features/staff/desk-handle";
import { csvCustomer, csvDay, customerHead } from "~/lib/csv-cells";
import { exportedList } from "~/middleware/desk-export";

export const handle = { desk: { view: "reports.export" } } as const satisfies DeskHandle;

export const loader = exportedList(handle, {
	name: "projects",
	filters: projectsQuerySchema,
	page: ({ projectsDesk }, session, query, size) => projectsDesk.list(session, query, size),
	head: ["Project", "Client", "Status", "Progress %", ...customerHead, "Created", "Due"],
	cells: (row) => [
		...[row.name, row.client, row.status, row.progress, ...csvCustomer({ ...row, customerId: row.userId })],
		...[csvDay(row.createdAt), csvDay(row.dueAt)],
	],
});
