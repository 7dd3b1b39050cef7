import { invoicesQuerySchema } from "~/features/billing-desk/billing-desk.schema";
import type { DeskHandle } from "~/features/staff/desk-handle";
import { paramsOf } from "~/lib/address";
import { csvAmount, csvDay } from "~/lib/csv-cells";
import { exportList } from "~/middleware/desk-export";
import type { Route } from "./+types/invoices-csv";

export const handle = { desk: { view: "reports.export" } } as const satisfies DeskHandle;

export async function loader({ context, url }: Route.LoaderArgs) {
	const query = invoicesQuerySchema.parse(paramsOf(url));
	return exportList(context, handle, {
		name: "invoices",
		url,
		page: ({ billingDesk }, session, after, size) => billingDesk.invoices(session, { ...query, after }, size),
		head: ["Invoice", "State", "Customer", "Email", "Customer id", "Currency", "Total", "Issued", "Due"],
		cells: (row) => [
			...[row.number, row.state, `${row.firstName} ${row.lastName}`.trim(), row.email, row.customerId],
			...[row.currency, csvAmount(row.total), csvDay(row.issuedAt), csvDay(row.dueAt)],
		],
	});
}
