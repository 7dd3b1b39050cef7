import { servicesContext } from "~/context";
import { shownState, shownTotal } from "~/features/proposals/proposal";
import { proposalsQuerySchema } from "~/features/proposals/proposals.schema";
import type { DeskHandle } from "~/features/staff/desk-handle";
import { paramsOf } from "~/lib/address";
import { csvAmount, csvDay } from "~/lib/csv-cells";
import { exportList } from "~/middleware/desk-export";
import type { Route } from "./+types/quotes-csv";

export const handle = { desk: { view: "reports.export" } } as const satisfies DeskHandle;

export async function loader({ context, url }: Route.LoaderArgs) {
	const { clock } = context.get(servicesContext);
	const query = proposalsQuerySchema.parse(paramsOf(url));
	return exportList(context, handle, {
		name: "quotes",
		url,
		page: ({ proposals }, session, after, size) => proposals.list(session, { ...query, after }, size),
		head: ["Quote", "State", "Customer", "Email", "Customer id", "Currency", "Total", "Written by", "Sent", "Until"],
		cells: (row) => [
			...[row.id, shownState(row, clock()), `${row.firstName} ${row.lastName}`.trim(), row.email, row.customerId],
			...[row.currency, csvAmount(shownTotal(row, clock())), row.writtenBy],
			...[csvDay(row.createdAt), csvDay(row.expiresAt)],
		],
	});
}
