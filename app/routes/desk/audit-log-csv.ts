import { auditQuerySchema } from "~/features/staff/audit-log.schema";
import { auditCells, auditHead } from "~/features/staff/audit-view";
import type { DeskHandle } from "~/features/staff/desk-handle";
import { paramsOf } from "~/lib/address";
import { exportList } from "~/middleware/desk-export";
import type { Route } from "./+types/audit-log-csv";

export const handle = { desk: { view: "audit.export" } } as const satisfies DeskHandle;

export async function loader({ context, url }: Route.LoaderArgs) {
	const query = auditQuerySchema.parse(paramsOf(url));
	return exportList(context, handle, {
		name: "audit-entries",
		url,
		page: ({ staff }, session, after, size) => staff.auditLog.list(session, { ...query, after }, size),
		head: auditHead,
		cells: auditCells,
	});
}
