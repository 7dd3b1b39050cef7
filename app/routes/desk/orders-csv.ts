import { ordersQuerySchema } from "~/features/billing-desk/billing-desk.schema";
import { orderStatus } from "~/features/billing-desk/billing-filters";
import type { DeskHandle } from "~/features/staff/desk-handle";
import { paramsOf } from "~/lib/address";
import { csvAmount } from "~/lib/csv-cells";
import { exportList } from "~/middleware/desk-export";
import type { Route } from "./+types/orders-csv";

export const handle = { desk: { view: "reports.export" } } as const satisfies DeskHandle;

export async function loader({ context, url }: Route.LoaderArgs) {
	const query = ordersQuerySchema.parse(paramsOf(url));
	return exportList(context, handle, {
		name: "orders",
		url,
		page: ({ billingDesk }, session, after, size) => billingDesk.orders(session, { ...query, after }, size),
		head: ["Invoice", "State", "Customer", "Email", "Customer id", "Promo code", "Currency", "Total", "Ordered (UTC)"],
		cells: (row) => [
			...[
				row.invoice,
				orderStatus(row),
				`${row.firstName} ${row.lastName}`.trim(),
				row.email,
				row.customerId,
				row.promoCode ?? "",
			],
			...[row.currency, csvAmount(row.total), new Date(row.createdAt).toISOString()],
		],
	});
}
