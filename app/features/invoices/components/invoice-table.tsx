import { href, Link } from "react-router";
import { ButtonLink } from "~/components/ui/button";
import { type Column, RecordTable } from "~/components/ui/record-table";
import { type InvoiceSort, statusNames } from "../billing";
import type { ListedInvoice } from "../listed-invoice";
import { InvoiceStatusLabel } from "./invoice-status";

interface InvoiceTableProps {
	caption: string;
	invoices: readonly ListedInvoice[];
	/** The current order. Undefined if it can't be changed. */
	sort?: InvoiceSort;
}

/** Invoices, with a Pay button for those that are open. */
export const InvoiceTable = ({ caption, invoices, sort }: InvoiceTableProps) => (
	<RecordTable
		caption={caption}
		columns={columns}
		rows={invoices}
		sort={sort}
		action={{ name: "Pay", cell: Pay }}
		twoLines
	/>
);

const columns: readonly Column<ListedInvoice>[] = [
	{
		name: "Number",
		cell: ({ id, number }) => (
			<Link
				to={href("/dashboard/invoices/:invoiceId", { invoiceId: id })}
				className="row-link row-text link-alone max-md:min-h-0"
			>
				{number}
			</Link>
		),
	},
	{ name: "Status", cell: ({ status }) => <InvoiceStatusLabel status={status} /> },
	{ name: "Issued", sort: "-issued", className: "whitespace-nowrap", cell: ({ issued }) => issued },
	{
		name: "Due or paid",
		place: "row-note",
		cell: ({ status, paid, due }) => (
			<>
				<span className="md:hidden">{statusLine({ status, paid, due })}</span>
				<span className="whitespace-nowrap max-md:hidden">{paid ? `Paid ${paid}` : due}</span>
			</>
		),
	},
	{
		name: "Total",
		sort: "-total",
		place: "row-state",
		className: "amount font-semibold",
		cell: ({ total, toPay, creditUsed, refunded, status }) => (
			<span>
				{total}
				{creditUsed && toPay && <span className="block text-sm font-normal text-muted">{toPay} to pay</span>}
				{refunded && status === "paid" && (
					<span className="block text-sm font-normal text-muted">{refunded} refunded</span>
				)}
			</span>
		),
	},
];

/** "Open, due 2 Dec 2026" */
function statusLine({ status, paid, due }: Pick<ListedInvoice, "status" | "paid" | "due">): string {
	if (status === "paid" && paid) return `Paid ${paid}`;
	if (paid) return `${statusNames[status]}, paid ${paid}`;
	return status === "void" ? statusNames.void : `${statusNames[status]}, due ${due}`;
}

const Pay = ({ id, number, payable }: ListedInvoice) =>
	payable && (
		<ButtonLink variant="secondary" href={href("/pay/:invoiceId", { invoiceId: id })} size="sm">
			Pay<span className="sr-only"> invoice {number}</span>
		</ButtonLink>
	);
