import { href } from "react-router";
import { Status } from "~/components/ui/status";
import type { Tone } from "~/components/ui/tone";
import { paymentStateLabels } from "~/features/customers/customer-labels";
import { customerLink, type DeskFilter, DeskList, RowLink, unbroken } from "~/features/desk/components/desk-list";
import { DeskPage } from "~/features/desk/components/desk-page";
import { statusNames } from "~/features/invoices/billing";
import { InvoiceStatusLabel } from "~/features/invoices/components/invoice-status";
import { methodNames, paymentMethods } from "~/features/payments/payment-method";
import type { InvoicesQuery, OrdersQuery, PaymentsQuery } from "../billing-desk.schema";
import { invoiceFilters, orderFilters, orderStateNames, paymentFilters } from "../billing-filters";
import type { ListedInvoice, ListedOrder, ListedPayment } from "../billing-view";

interface ListProps<Query, Row> {
	query: Query;
	rows: readonly Row[];
	next: string | null;
	/** Whether the person may download the list. */
	canExport: boolean;
}

const dates = ({ from, to }: { from?: string | undefined; to?: string | undefined }): DeskFilter[] => [
	{ label: "From", name: "from", type: "date", value: from },
	{ label: "To", name: "to", type: "date", value: to },
];
const amountFilter = (amount: number | undefined): DeskFilter => ({
	label: "Amount",
	name: "amount",
	value: amount === undefined ? undefined : String(amount / 100),
});

export const InvoiceList = ({ query, rows, next, canExport }: ListProps<InvoicesQuery, ListedInvoice>) => (
	<DeskPage title="Invoices">
		<DeskList
			label="Invoices"
			csv={canExport ? href("/desk/invoices.csv") : undefined}
			rows={rows}
			next={next}
			filters={[
				{
					label: "Status",
					name: "state",
					value: query.state,
					options: invoiceFilters.map((value) => ({ value, text: statusNames[value] })),
				},
				amountFilter(query.amount),
				...dates(query),
			]}
			columns={[
				{
					name: "Invoice",
					cell: ({ id, number }) => (
						<RowLink to={href("/desk/invoices/:invoiceId", { invoiceId: id })}>{number}</RowLink>
					),
				},
				{ name: "Customer", place: "row-note", cell: customerLink },
				{ name: "Issued", cell: ({ issued }) => unbroken(issued) },
				{ name: "Due", cell: ({ due }) => unbroken(due) },
				{ name: "Total", place: "row-meta", className: "text-end", cell: ({ total }) => unbroken(total) },
				{ name: "Status", place: "row-state", cell: ({ status }) => <InvoiceStatusLabel status={status} /> },
			]}
			empty={{ icon: "receipt", title: "No invoices yet", text: "Each order has an invoice, which is listed here." }}
		/>
	</DeskPage>
);

/** What happens when staff cancel an unpaid order or its invoice. */
export const cancelEffect =
	"The invoice and its order are cancelled, and credit that was used for it is returned. Money that arrives later becomes credit. Domains on it don't renew automatically any more. If it renews a plan, cancel or end the plan instead.";

export const orderTones: Readonly<Record<ListedOrder["state"], Tone>> = {
	pending_payment: "pending",
	paid: "info",
	held: "danger",
	fulfilled: "success",
	cancelled: "neutral",
	refunded: "neutral",
};

export const OrderList = ({ query, rows, next, canExport }: ListProps<OrdersQuery, ListedOrder>) => (
	<DeskPage title="Orders">
		<DeskList
			label="Orders"
			csv={canExport ? href("/desk/orders.csv") : undefined}
			rows={rows}
			next={next}
			filters={[
				{
					label: "Status",
					name: "state",
					value: query.state,
					options: orderFilters.map((value) => ({ value, text: orderStateNames[value] })),
				},
				...dates(query),
			]}
			columns={[
				{
					name: "Order of invoice",
					cell: ({ id, invoice }) => <RowLink to={href("/desk/orders/:orderId", { orderId: id })}>{invoice}</RowLink>,
				},
				{ name: "Customer", place: "row-note", cell: customerLink },
				{ name: "Promo code", cell: ({ promo }) => promo },
				{ name: "Time", cell: ({ at }) => unbroken(at) },
				{ name: "Total", place: "row-meta", className: "text-end", cell: ({ total }) => unbroken(total) },
				{
					name: "Status",
					place: "row-state",
					cell: ({ state, stateName }) => <Status tone={orderTones[state]}>{stateName}</Status>,
				},
			]}
			empty={{ icon: "shopping-cart", title: "No orders yet", text: "What customers order is listed here." }}
		/>
	</DeskPage>
);

export const PaymentList = ({ query, rows, next, canExport }: ListProps<PaymentsQuery, ListedPayment>) => (
	<DeskPage title="Payments">
		<DeskList
			label="Payments"
			csv={canExport ? href("/desk/payments.csv") : undefined}
			rows={rows}
			next={next}
			filters={[
				{
					label: "Status",
					name: "state",
					value: query.state,
					options: paymentFilters.map((value) => ({ value, text: paymentStateLabels[value].text })),
				},
				{
					label: "Method",
					name: "method",
					value: query.method,
					options: paymentMethods.map((value) => ({ value, text: methodNames[value] })),
				},
				amountFilter(query.amount),
				...dates(query),
			]}
			columns={[
				{
					name: "Receipt",
					cell: ({ receipt, failure, invoiceId }) => (
						<RowLink to={href("/desk/invoices/:invoiceId", { invoiceId })} note={failure}>
							{receipt}
						</RowLink>
					),
				},
				{ name: "Customer", place: "row-note", cell: customerLink },
				{ name: "From", cell: ({ from }) => from },
				{ name: "Time", cell: ({ at }) => unbroken(at) },
				{ name: "Amount", place: "row-meta", className: "text-end", cell: ({ amount }) => unbroken(amount) },
				{
					name: "Status",
					place: "row-state",
					cell: ({ state }) => <Status tone={paymentStateLabels[state].tone}>{paymentStateLabels[state].text}</Status>,
				},
			]}
			empty={{ icon: "wallet", title: "No payments yet", text: "What customers pay is listed here." }}
		/>
	</DeskPage>
);
