import { pageTitle } from "~/components/layout/page-title";
import { AuditLogPage } from "~/features/desk/components/audit-log-page";
import { auditQuerySchema } from "~/features/staff/audit-log.schema";
import { auditKindNames, auditView } from "~/features/staff/audit-view";
import type { DeskHandle } from "~/features/staff/desk-handle";
import { may } from "~/features/staff/permissions";
import { noRows, readFilters } from "~/lib/filters";
import { asStaff } from "~/middleware/as-staff";
import { deskListPage } from "~/middleware/desk-answer";
import type { Route } from "./+types/audit-log";

export const handle = { desk: { view: "audit.view" } } satisfies DeskHandle;

export const meta: Route.MetaFunction = () => [{ title: pageTitle("Audit log") }];

export async function loader({ context, url }: Route.LoaderArgs) {
	const { query, invalid } = readFilters(auditQuerySchema, url);
	const [{ roles }, [page, people]] = await asStaff(context, handle, ({ staff }, session) =>
		Promise.all([invalid ? noRows : staff.auditLog.list(session, query), staff.members.names(session)]),
	);
	return deskListPage(invalid, {
		query,
		entries: page.items.map(auditView),
		next: page.next,
		people,
		kinds: auditKindNames,
		canExport: may(roles, "audit.export"),
	});
}

export default function AuditLog({ loaderData }: Route.ComponentProps) {
	return <AuditLogPage {...loaderData} />;
}
