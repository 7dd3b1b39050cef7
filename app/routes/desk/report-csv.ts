import { servicesContext, staffContext } from "~/context";
import { reportCsv, reportOf, reportPages } from "~/features/reports/report-pages";
import { revenueQuerySchema, tableQuerySchema } from "~/features/reports/reports.schema";
import type { DeskHandle } from "~/features/staff/desk-handle";
import { paramsOf } from "~/lib/address";
import { toCsv } from "~/lib/csv";
import { download } from "~/lib/download";
import { notFound } from "~/lib/responses";
import { staffOf } from "~/middleware/as-staff";
import type { Route } from "./+types/report-csv";

export const handle = { desk: { view: "reports.export" } } satisfies DeskHandle;

export async function loader({ context, url }: Route.LoaderArgs) {
	await staffOf(context, handle);
	const { session } = context.get(staffContext);
	const { config, reports } = context.get(servicesContext);
	const name = reportOf(url);
	const query = revenueQuerySchema.parse(paramsOf(url));
	const { table } = tableQuerySchema.parse(paramsOf(url));
	if (!session || !name || !(await reports.recordExport(session, name, query))) notFound();
	const file = reportCsv(name, await reportPages[name].read(reports, session, query, config.COST_RATES), table);
	if (!file) notFound();
	return download(toCsv(file.head, file.rows), { name: file.name, type: "text/csv; charset=utf-8" });
}
