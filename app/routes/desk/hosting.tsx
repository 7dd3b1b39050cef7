import { pageTitle } from "~/components/layout/page-title";
import { servicesContext } from "~/context";
import { planChangePermissions, planChanges } from "~/features/bulk-actions/bulk-action";
import { PlanDeskList } from "~/features/services-desk/components/plan-desk-list";
import { planProducts } from "~/features/services-desk/plan-products";
import { listedPlan } from "~/features/services-desk/plan-view";
import { plansQuerySchema } from "~/features/services-desk/services-desk.schema";
import type { DeskHandle } from "~/features/staff/desk-handle";
import { may } from "~/features/staff/permissions";
import { noRows, readFilters } from "~/lib/filters";
import { asStaff } from "~/middleware/as-staff";
import { deskListPage } from "~/middleware/desk-answer";
import type { Route } from "./+types/hosting";

export const handle = { desk: { view: "services.view" } } satisfies DeskHandle;

export const meta: Route.MetaFunction = () => [{ title: pageTitle("Hosting") }];

export async function loader({ context, url }: Route.LoaderArgs) {
	const { query, invalid } = readFilters(plansQuerySchema, url);
	const [{ roles }, { items, next }] = await asStaff(context, handle, async ({ plansDesk }, session) =>
		invalid ? noRows : plansDesk.list(session, query),
	);
	const { servers } = context.get(servicesContext).plansDesk;
	const rows = items.map(listedPlan);
	const permitted = planChanges.filter((change) => may(roles, planChangePermissions[change]));
	return deskListPage(invalid, {
		query,
		rows,
		next,
		servers,
		products: planProducts(),
		changes: permitted,
		canExport: may(roles, "reports.export"),
	});
}

export default function Hosting({ loaderData }: Route.ComponentProps) {
	return <PlanDeskList {...loaderData} />;
}
