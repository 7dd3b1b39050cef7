import { pageTitle } from "~/components/layout/page-title";
import { AuditLogPage } from "~/features/desk/components/audit-log-page";
import { auditQuerySchema } from "~/features/staff/audit-log.schema";
import { auditKindNames, auditView } from "~/features/staff/audit-view";
import type { DeskHandle } from "~/features/staff/desk-handle";
import { may } from "~/features/staff/permissions";
import { paramsOf } from "~/lib/address";
import { asStaff } from "~/middleware/as-staff";
import type { Route } from "./+types/audit-log";

export const handle = { desk: { view: "audit.view" } } satisfies DeskHandle;

export const meta: Route.MetaFunction = () => [{ title: pageTitle("Audit log") }];

export async function loader({ context, url }: Route.LoaderArgs) {
	const query = auditQuerySchema.parse(paramsOf(url));
	const [{ roles }, [page, people]] = await asStaff(context, handle, ({ staff }, session) =>
		Promise.all([staff.auditLog.list(session, query), staff.members.names(session)]),
	);
	return {
		query,
		entries: page.items.map(auditView),
		next: page.next,
		people,
		kinds: auditKindNames,
		canExport: may(roles, "audit.export"),
	};
}

export default function AuditLog({ loaderData }: Route.ComponentProps) {
	return <AuditLogPage {...loaderData} />;
}
