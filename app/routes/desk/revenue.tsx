import { pageTitle } from "~/components/layout/page-title";
import { RevenuePage } from "~/features/reports/components/revenue-page";
import { revenueQuerySchema } from "~/features/reports/reports.schema";
import { revenueView } from "~/features/reports/reports-view";
import type { DeskHandle } from "~/features/staff/desk-handle";
import { may } from "~/features/staff/permissions";
import { paramsOf } from "~/lib/address";
import { asStaff } from "~/middleware/as-staff";
import type { Route } from "./+types/revenue";

export const handle = { desk: { view: "reports.view" } } satisfies DeskHandle;

export const meta: Route.MetaFunction = () => [{ title: pageTitle("Revenue") }];

export async function loader({ context, url }: Route.LoaderArgs) {
	const query = revenueQuerySchema.parse(paramsOf(url));
	const [{ roles }, revenue] = await asStaff(context, handle, ({ reports }, session) =>
		reports.revenue(session, query),
	);
	return { report: revenueView(revenue), canExport: may(roles, "reports.export") };
}

export default function Revenue({ loaderData }: Route.ComponentProps) {
	return <RevenuePage {...loaderData} />;
}
