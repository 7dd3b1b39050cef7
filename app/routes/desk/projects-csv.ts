import { projectsQuerySchema } from "~/features/projects/projects-desk.schema";
import type { DeskHandle } from "~/features/staff/desk-handle";
import { csvDay } from "~/lib/csv-cells";
import { exportedList } from "~/middleware/desk-export";

export const handle = { desk: { view: "reports.export" } } as const satisfies DeskHandle;

export const loader = exportedList(handle, {
	name: "projects",
	filters: projectsQuerySchema,
	page: ({ projectsDesk }, session, query, size) => projectsDesk.list(session, query, size),
	head: ["Project", "Client", "Status", "Progress %", "Customer", "Email", "Customer id", "Created", "Due"],
	cells: (row) => [
		...[row.name, row.client, row.status, row.progress, `${row.firstName} ${row.lastName}`.trim(), row.email],
		...[row.userId, csvDay(row.createdAt), csvDay(row.dueAt)],
	],
});
