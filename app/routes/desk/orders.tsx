import { pageTitle } from "~/components/layout/page-title";
import { ordersQuerySchema } from "~/features/billing-desk/billing-desk.schema";
import { listedOrder } from "~/features/billing-desk/billing-view";
import { OrderList } from "~/features/billing-desk/components/billing-lists";
import type { DeskHandle } from "~/features/staff/desk-handle";
import { may } from "~/features/staff/permissions";
import { noRows, readFilters } from "~/lib/filters";
import { asStaff } from "~/middleware/as-staff";
import { deskListPage } from "~/middleware/desk-answer";
import type { Route } from "./+types/orders";

export const handle = { desk: { view: "orders.view" } } satisfies DeskHandle;

export const meta: Route.MetaFunction = () => [{ title: pageTitle("Orders") }];

export async function loader({ context, url }: Route.LoaderArgs) {
	const { query, invalid } = readFilters(ordersQuerySchema, url);
	const [{ roles }, { items, next }] = await asStaff(context, handle, async ({ billingDesk }, session) =>
		invalid ? noRows : billingDesk.orders(session, query),
	);
	return deskListPage(invalid, { query, rows: items.map(listedOrder), next, canExport: may(roles, "reports.export") });
}

export default function Orders({ loaderData }: Route.ComponentProps) {
	return <OrderList {...loaderData} />;
}
