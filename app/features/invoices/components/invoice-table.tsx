import { href, Link } from "react-router";
import { ButtonLink } from "~/components/ui/button";
import { type Column, RecordTable } from "~/components/ui/record-table";
import type { ListedInvoice } from "../listed-invoice";
import { InvoiceStatusLabel } from "./invoice-status";

interface InvoiceTableProps {
	caption: string;
	invoices: readonly ListedInvoice[];
}

/** Invoices, with a Pay button for those that are open. */
export const InvoiceTable = ({ caption, invoices }: InvoiceTableProps) => (
	<RecordTable caption={caption} columns={columns} rows={invoices} action={{ name: "Pay", cell: Pay }} />
);

const columns: readonly Column<ListedInvoice>[] = [
	{
		name: "Number",
		cell: ({ id, number }) => (
			<Link to={href("/dashboard/invoices/:invoiceId", { invoiceId: id })} className="link-alone">
				{number}
			</Link>
		),
	},
	{ name: "Status", cell: ({ status }) => <InvoiceStatusLabel status={status} /> },
	{ name: "Issued", className: "whitespace-nowrap", cell: ({ issued }) => issued },
	{
		name: "Due or paid",
		label: ({ paid }) => (paid ? "Paid on" : "Due"),
		cell: ({ paid, due }) => (
			<>
				{paid && <span className="max-md:hidden">Paid </span>}
				<span className="whitespace-nowrap">{paid ?? due}</span>
			</>
		),
	},
	{
		name: "Total",
		className: "amount font-semibold",
		cell: ({ total, toPay, creditUsed }) => (
			<span>
				{total}
				{creditUsed && toPay && <span className="block text-sm font-normal text-muted">{toPay} to pay</span>}
			</span>
		),
	},
];

const Pay = ({ id, number, payable }: ListedInvoice) =>
	payable && (
		<ButtonLink variant="secondary" href={href("/pay/:invoiceId", { invoiceId: id })} size="sm">
			Pay<span className="sr-only"> invoice {number}</span>
		</ButtonLink>
	);
