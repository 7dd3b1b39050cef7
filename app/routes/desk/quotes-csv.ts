import { shownState, shownTotal } from "~/features/proposals/proposal";
import { proposalsQuerySchema } from "~/features/proposals/proposals.schema";
import type { DeskHandle } from "~/features/staff/desk-handle";
import { csvAmount, csvCustomer, csvDay, customerHead } from "~/lib/csv-cells";
import { exportedList } from "~/middleware/desk-export";

export const handle = { desk: { view: "reports.export" } } as const satisfies DeskHandle;

export const loader = exportedList(handle, {
	name: "quotes",
	filters: proposalsQuerySchema,
	page: ({ proposals }, session, query, size) => proposals.list(session, query, size),
	head: ["Quote", "State", ...customerHead, "Currency", "Total", "Written by", "Sent", "Until"],
	cells: (row, now) => [
		...[row.id, shownState(row, now), ...csvCustomer(row)],
		...[row.currency, csvAmount(shownTotal(row, now)), row.writtenBy],
		...[csvDay(row.createdAt), csvDay(row.expiresAt)],
	],
});
