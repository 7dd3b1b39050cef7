import { servicesContext, staffContext } from "~/context";
import { auditQuerySchema } from "~/features/staff/audit-log.schema";
import { auditCells, auditHead } from "~/features/staff/audit-view";
import type { DeskHandle } from "~/features/staff/desk-handle";
import { paramsOf } from "~/lib/address";
import { toCsv } from "~/lib/csv";
import { download } from "~/lib/download";
import { notFound } from "~/lib/responses";
import { staffOf } from "~/middleware/as-staff";
import type { Route } from "./+types/audit-log-csv";

export const handle = { desk: { view: "audit.export" } } satisfies DeskHandle;

export async function loader({ context, url }: Route.LoaderArgs) {
	await staffOf(context, handle);
	const { session } = context.get(staffContext);
	const query = auditQuerySchema.parse(paramsOf(url));
	const rows = session && (await context.get(servicesContext).staff.auditLog.export(session, query));
	if (!rows?.ok) notFound();
	return download(toCsv(auditHead, rows.value.map(auditCells)), {
		name: "audit-log.csv",
		type: "text/csv; charset=utf-8",
	});
}
