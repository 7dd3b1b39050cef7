import { servicesContext, staffContext } from "~/context";
import { revenueQuerySchema } from "~/features/reports/reports.schema";
import { revenueHead, revenueRows } from "~/features/reports/reports-view";
import type { DeskHandle } from "~/features/staff/desk-handle";
import { paramsOf } from "~/lib/address";
import { toCsv } from "~/lib/csv";
import { download } from "~/lib/download";
import { notFound } from "~/lib/responses";
import { staffOf } from "~/middleware/as-staff";
import type { Route } from "./+types/revenue-csv";

export const handle = { desk: { view: "reports.export" } } satisfies DeskHandle;

export async function loader({ context, url }: Route.LoaderArgs) {
	await staffOf(context, handle);
	const { session } = context.get(staffContext);
	const query = revenueQuerySchema.parse(paramsOf(url));
	const exported = session && (await context.get(servicesContext).reports.exportRevenue(session, query));
	if (!exported?.ok) notFound();
	const { from, to } = exported.value.range;
	return download(toCsv(revenueHead, revenueRows(exported.value)), {
		name: `revenue-${from}-${to}.csv`,
		type: "text/csv; charset=utf-8",
	});
}
