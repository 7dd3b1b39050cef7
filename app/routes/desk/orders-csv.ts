import { ordersQuerySchema } from "~/features/billing-desk/billing-desk.schema";
import { orderStatus } from "~/features/billing-desk/billing-filters";
import type { DeskHandle } from "~/features/staff/desk-handle";
import { csvAmount, csvCustomer, customerHead } from "~/lib/csv-cells";
import { exportedList } from "~/middleware/desk-export";

export const handle = { desk: { view: "reports.export" } } as const satisfies DeskHandle;

export const loader = exportedList(handle, {
	name: "orders",
	filters: ordersQuerySchema,
	page: ({ billingDesk }, session, query, size) => billingDesk.orders(session, query, size),
	head: ["Invoice", "State", ...customerHead, "Promo code", "Currency", "Total", "Ordered (UTC)"],
	cells: (row) => [
		...[row.invoice, orderStatus(row), ...csvCustomer(row), row.promoCode ?? ""],
		...[row.currency, csvAmount(row.total), new Date(row.createdAt).toISOString()],
	],
});
