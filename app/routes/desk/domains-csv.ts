import { domainsQuerySchema } from "~/features/services-desk/services-desk.schema";
import type { DeskHandle } from "~/features/staff/desk-handle";
import { paramsOf } from "~/lib/address";
import { csvDay } from "~/lib/csv-cells";
import { exportList } from "~/middleware/desk-export";
import type { Route } from "./+types/domains-csv";

export const handle = { desk: { view: "reports.export" } } as const satisfies DeskHandle;

export async function loader({ context, url }: Route.LoaderArgs) {
	const query = domainsQuerySchema.parse(paramsOf(url));
	return exportList(context, handle, {
		name: "domains",
		url,
		page: ({ domainsDesk }, session, after, size) => domainsDesk.list(session, { ...query, after }, size),
		head: ["Domain", "Status", "Customer", "Email", "Customer id", "Registrar", "Auto-renew", "Expires"],
		cells: (row) => [
			...[
				row.name,
				row.status,
				`${row.firstName} ${row.lastName}`.trim(),
				row.email,
				row.customerId,
				row.registrar ?? "",
			],
			...[row.autoRenew ? "yes" : "no", csvDay(row.expiresAt)],
		],
	});
}
