import { pageTitle } from "~/components/layout/page-title";
import { paymentsQuerySchema } from "~/features/billing-desk/billing-desk.schema";
import { listedPayment } from "~/features/billing-desk/billing-view";
import { PaymentList } from "~/features/billing-desk/components/billing-lists";
import type { DeskHandle } from "~/features/staff/desk-handle";
import { may } from "~/features/staff/permissions";
import { noRows, readFilters } from "~/lib/filters";
import { asStaff } from "~/middleware/as-staff";
import { deskListPage } from "~/middleware/desk-answer";
import type { Route } from "./+types/payments";

export const handle = { desk: { view: "billing.view" } } satisfies DeskHandle;

export const meta: Route.MetaFunction = () => [{ title: pageTitle("Payments") }];

export async function loader({ context, url }: Route.LoaderArgs) {
	const { query, invalid } = readFilters(paymentsQuerySchema, url);
	const [{ roles }, { items, next }] = await asStaff(context, handle, async ({ billingDesk }, session) =>
		invalid ? noRows : billingDesk.payments(session, query),
	);
	return deskListPage(invalid, {
		query,
		rows: items.map(listedPayment),
		next,
		canExport: may(roles, "reports.export"),
	});
}

export default function Payments({ loaderData }: Route.ComponentProps) {
	return <PaymentList {...loaderData} />;
}
