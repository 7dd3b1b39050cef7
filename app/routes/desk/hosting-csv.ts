import { plansQuerySchema } from "~/features/services-desk/services-desk.schema";
import type { DeskHandle } from "~/features/staff/desk-handle";
import { paramsOf } from "~/lib/address";
import { csvDay } from "~/lib/csv-cells";
import { exportList } from "~/middleware/desk-export";
import type { Route } from "./+types/hosting-csv";

export const handle = { desk: { view: "reports.export" } } as const satisfies DeskHandle;

export async function loader({ context, url }: Route.LoaderArgs) {
	const query = plansQuerySchema.parse(paramsOf(url));
	return exportList(context, handle, {
		name: "hosting",
		url,
		page: ({ plansDesk }, session, after, size) => plansDesk.list(session, { ...query, after }, size),
		head: ["Plan", "Domain", "Status", "Customer", "Email", "Customer id", "Server", "Expires"],
		cells: (row) => [
			...[row.name, row.domain ?? "", row.status, `${row.firstName} ${row.lastName}`.trim(), row.email, row.customerId],
			...[row.server ?? "", csvDay(row.expiresAt)],
		],
	});
}
