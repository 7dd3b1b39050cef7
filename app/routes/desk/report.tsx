import { pageTitle } from "~/components/layout/page-title";
import { servicesContext } from "~/context";
import { ReportPage } from "~/features/reports/components/report-page";
import { reportOf, reportPages, reportView } from "~/features/reports/report-pages";
import { revenueQuerySchema } from "~/features/reports/reports.schema";
import type { DeskHandle } from "~/features/staff/desk-handle";
import { may } from "~/features/staff/permissions";
import { paramsOf } from "~/lib/address";
import { notFound } from "~/lib/responses";
import { asStaff } from "~/middleware/as-staff";
import type { Route } from "./+types/report";

export const handle = { desk: { view: "reports.view" } } satisfies DeskHandle;

export const meta: Route.MetaFunction = ({ loaderData }) => [
	{ title: pageTitle(loaderData?.report.title ?? "Report") },
];

/** Of all reports that are in `reportPages`. */
export async function loader({ context, url }: Route.LoaderArgs) {
	const name = reportOf(url);
	const query = revenueQuerySchema.parse(paramsOf(url));
	const { COST_RATES } = context.get(servicesContext).config;
	const [{ roles }, read] = await asStaff(context, handle, async ({ reports }, session) =>
		name ? reportPages[name].read(reports, session, query, COST_RATES) : null,
	);
	if (!name || !read) notFound();
	return {
		report: reportView(name, read),
		csv: may(roles, "reports.export") ? `${url.pathname.replace(/\.data$/, "")}.csv` : null,
	};
}

export default function Report({ loaderData }: Route.ComponentProps) {
	return <ReportPage {...loaderData} />;
}
