import { href } from "react-router";
import { z } from "zod";
import { activityKind, notificationKind } from "~/lib/kinds";

/** `invoice`: its number. */
export const ordersActivity = {
	"order.cancelled": activityKind(
		z.object({ invoice: z.string(), overdue: z.boolean() }),
		({ invoice, overdue }) =>
			`The order of invoice ${invoice} was cancelled${overdue ? ": it was not paid in time" : ""}.`,
	),
	/** `invoice` is null if there was nothing to pay. */
	"invoice.paid": activityKind(z.object({ invoice: z.string().nullable() }), ({ invoice }) => paid(invoice)),
	"hosting.change": activityKind(
		z.object({ plan: z.string(), to: z.string() }),
		({ plan, to }) => `Agreed to change the hosting plan ${plan} to ${to}.`,
	),
};

export const ordersNotifications = {
	/** `credited`: credit was used for its invoice. */
	"order.cancelled": notificationKind(z.object({ orderId: z.string(), invoice: z.string(), credited: z.boolean() }), {
		title: () => "An unpaid order was cancelled",
		body: ({ invoice, credited }) =>
			`Invoice ${invoice} was not paid in time. ${credited ? "The credit that you used for it is yours again" : "Nothing was charged"}. You can order again.`,
		href: ({ orderId }) => href("/orders/:orderId", { orderId }),
	}),
	"invoice.paid": notificationKind(
		z.object({ invoiceId: z.string(), invoice: z.string().nullable(), orderId: z.string().nullable() }),
		{
			title: ({ invoice }) => (invoice ? "Payment received" : "Order confirmed"),
			body: ({ invoice, orderId }) => `${paid(invoice)}.${orderId ? " We are setting up your order." : ""}`,
			href: ({ invoiceId, orderId }) =>
				orderId ? href("/orders/:orderId", { orderId }) : href("/dashboard/invoices/:invoiceId", { invoiceId }),
		},
	),
};

const paid = (invoice: string | null): string => (invoice ? `Invoice ${invoice} was paid` : "There was nothing to pay");
