import { Link, useSearchParams } from "react-router";
import { PageHeading } from "~/components/layout/portal/page-heading";
import { ButtonLink } from "~/components/ui/button";
import { Card } from "~/components/ui/card";
import { EmptyState } from "~/components/ui/empty-state";
import { LinkTabs } from "~/components/ui/link-tabs";
import { Pager } from "~/components/ui/pager";
import { Table } from "~/components/ui/table";
import { invoiceTabs } from "../billing";
import type { ListedInvoice } from "../list-invoice";
import { InvoiceStatus } from "./invoice-status";

interface InvoiceListProps {
	tab: (typeof invoiceTabs)[number]["id"];
	invoices: readonly ListedInvoice[];
	next: string | null;
}

export function InvoiceList({ tab, invoices, next }: InvoiceListProps) {
	const [params] = useSearchParams();
	const tabs = invoiceTabs.map(({ id, label }) => ({ id, label, href: id === "all" ? "?" : `?tab=${id}` }));
	return (
		<div className="grid grid-cols-[minmax(0,1fr)] gap-6">
			<PageHeading title="Invoices" lead="What was billed, what is open, and a page to print for each." />
			<LinkTabs label="Invoices by state" tabs={tabs} current={tab} />
			{invoices.length > 0 ? (
				<Card className="py-1 sm:py-2">
					<Invoices invoices={invoices} />
				</Card>
			) : (
				<Card>
					<EmptyState icon="receipt" title={tab === "open" ? "Nothing to pay" : "No invoice yet"}>
						{tab === "all" || params.has("after")
							? "Each order gets its invoice here, with a page to print for your books."
							: "No invoice is in this state."}
					</EmptyState>
				</Card>
			)}
			<Pager next={next} />
		</div>
	);
}

function Invoices({ invoices }: { invoices: readonly ListedInvoice[] }) {
	return (
		<Table caption="Invoices">
			<thead>
				<tr>
					<th scope="col">Number</th>
					<th scope="col">Status</th>
					<th scope="col">Issued</th>
					<th scope="col">Due</th>
					<th scope="col">Total</th>
					<th scope="col">
						<span className="sr-only">Pay</span>
					</th>
				</tr>
			</thead>
			<tbody>
				{invoices.map(({ id, number, standing, issued, due, paid, total, payable }) => (
					<tr key={id}>
						<th scope="row">
							<Link to={`/dashboard/invoices/${id}`} className="link inline-flex min-h-11 items-center">
								{number}
							</Link>
						</th>
						<td data-label="Status">
							<InvoiceStatus standing={standing} />
						</td>
						<td data-label="Issued">{issued}</td>
						<td data-label={paid ? "Paid on" : "Due"}>{paid ? `Paid ${paid}` : due}</td>
						<td data-label="Total" className="font-semibold">
							{total}
						</td>
						<td>
							{payable && (
								<ButtonLink href={`/pay/${id}`} size="sm">
									Pay<span className="sr-only"> invoice {number}</span>
								</ButtonLink>
							)}
						</td>
					</tr>
				))}
			</tbody>
		</Table>
	);
}
