import { paymentsQuerySchema } from "~/features/billing-desk/billing-desk.schema";
import type { DeskHandle } from "~/features/staff/desk-handle";
import { paramsOf } from "~/lib/address";
import { csvAmount } from "~/lib/csv-cells";
import { exportList } from "~/middleware/desk-export";
import type { Route } from "./+types/payments-csv";

export const handle = { desk: { view: "reports.export" } } as const satisfies DeskHandle;

export async function loader({ context, url }: Route.LoaderArgs) {
	const query = paymentsQuerySchema.parse(paramsOf(url));
	return exportList(context, handle, {
		name: "payments",
		url,
		page: ({ billingDesk }, session, after, size) => billingDesk.payments(session, { ...query, after }, size),
		head: [
			"Receipt",
			"State",
			"Method",
			"Provider",
			"From",
			"Customer",
			"Email",
			"Customer id",
			"Invoice id",
			"Currency",
			"Amount",
			"Started (UTC)",
			"Failure",
		],
		cells: (row) => [
			...[row.receipt ?? "", row.state, row.method, row.provider, row.phone ?? row.cardName ?? ""],
			...[`${row.firstName} ${row.lastName}`.trim(), row.email, row.customerId, row.invoiceId],
			...[row.currency, csvAmount(row.amount), new Date(row.createdAt).toISOString(), row.failureCode ?? ""],
		],
	});
}
