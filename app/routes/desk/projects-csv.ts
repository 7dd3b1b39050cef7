import { projectsQuerySchema } from "~/features/projects/projects-desk.schema";
import type { DeskHandle } from "~/features/staff/desk-handle";
import { paramsOf } from "~/lib/address";
import { csvDay } from "~/lib/csv-cells";
import { exportList } from "~/middleware/desk-export";
import type { Route } from "./+types/projects-csv";

export const handle = { desk: { view: "reports.export" } } as const satisfies DeskHandle;

export async function loader({ context, url }: Route.LoaderArgs) {
	const query = projectsQuerySchema.parse(paramsOf(url));
	return exportList(context, handle, {
		name: "projects",
		url,
		page: ({ projectsDesk }, session, after, size) => projectsDesk.list(session, { ...query, after }, size),
		head: ["Project", "Client", "Status", "Progress %", "Customer", "Email", "Customer id", "Created", "Due"],
		cells: (row) => [
			...[row.name, row.client, row.status, row.progress, `${row.firstName} ${row.lastName}`.trim(), row.email],
			...[row.userId, csvDay(row.createdAt), csvDay(row.dueAt)],
		],
	});
}
