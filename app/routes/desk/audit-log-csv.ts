import { auditQuerySchema } from "~/features/staff/audit-log.schema";
import { auditCells, auditHead } from "~/features/staff/audit-view";
import type { DeskHandle } from "~/features/staff/desk-handle";
import { exportedList } from "~/middleware/desk-export";

export const handle = { desk: { view: "audit.export" } } as const satisfies DeskHandle;

export const loader = exportedList(handle, {
	name: "audit-entries",
	filters: auditQuerySchema,
	page: ({ staff }, session, query, size) => staff.auditLog.list(session, query, size),
	head: auditHead,
	cells: auditCells,
});
