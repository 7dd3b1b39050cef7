import type { ComponentProps } from "react";
import { href, Link, useSearchParams } from "react-router";
import { FilterForm } from "~/components/forms/filter-form";
import { ListHeading, ListTools } from "~/components/layout/portal/list-heading";
import { Alert } from "~/components/ui/alert";
import { BarChart } from "~/components/ui/bar-chart";
import { ButtonLink } from "~/components/ui/button";
import { Card } from "~/components/ui/card";
import { EmptyState } from "~/components/ui/empty-state";
import { Icon } from "~/components/ui/icon";
import { LinkTabs } from "~/components/ui/link-tabs";
import { ListCard } from "~/components/ui/list-card";
import { Pager } from "~/components/ui/pager";
import { RouteButton } from "~/components/ui/route-button";
import { TitledCard } from "~/components/ui/titled-card";
import { withParams } from "~/lib/address";
import { portalPages } from "~/portal-pages";
import { type InvoiceSort, type InvoiceTab, invoiceTabs } from "../billing";
import type { InvoiceListQuery } from "../billing.schema";
import type { ListedInvoice } from "../listed-invoice";
import { InvoiceTable } from "./invoice-table";

const { label, lead } = portalPages.invoices;

const newestFirst = "-issued";

const sortNames: Readonly<Record<Exclude<InvoiceSort, typeof newestFirst>, string>> = {
	issued: "Oldest first",
	"-total": "Highest total first",
	total: "Lowest total first",
};

interface InvoiceListProps {
	query: InvoiceListQuery;
	invoices: readonly ListedInvoice[];
	next: string | null;
	/** The customer's credit, formatted, by currency. */
	credits: readonly string[];
	/** Quotes that wait for the customer's answer. */
	quotes: readonly { readonly id: string; readonly total: string; readonly until: string }[];
	/** Null on later pages and for a year without invoices. */
	chart: Pick<ComponentProps<typeof BarChart>, "periods" | "ceilingText"> | null;
}

export function InvoiceList({ query: { tab, q, sort }, invoices, next, credits, quotes, chart }: InvoiceListProps) {
	const [params] = useSearchParams();
	const tabs = invoiceTabs.map(({ id, label }) => ({
		id,
		label,
		href: withParams(params, { tab: id === "all" ? null : id, after: null, previous: null }),
	}));
	const filtered = tab !== "all" || q !== "" || params.has("after");
	return (
		<div className="list-page">
			<ListHeading title={label} lead={lead} tools filtered={q !== "" || sort !== newestFirst} />
			{credits.length > 0 && (
				<Alert tone="info" title={`You have ${credits.join(" and ")} of credit`}>
					You can use it to pay all or part of an invoice, or ask us for a refund.
				</Alert>
			)}
			{quotes.map(({ id, total, until }) => (
				<Alert key={id} tone="pending">
					<Link className="link" to={href("/dashboard/quotes/:proposalId", { proposalId: id })}>
						Answer our quote: {total}
					</Link>
					<span className="max-md:hidden"> The prices are fixed until {until}.</span>
				</Alert>
			))}
			<LinkTabs label="Invoices by state" tabs={tabs} current={tab} />
			<ListTools
				label="Search, sort and export"
				buttons={
					<>
						<ButtonLink variant="secondary" href={href("/dashboard/account-settings/billing")}>
							<Icon name="credit-card" />
							Payment methods
						</ButtonLink>
						{invoices.length > 0 && (
							<ButtonLink
								variant="secondary"
								href={`${href("/dashboard/invoices.csv")}${withParams(params, { tab, after: null, previous: null })}`}
								download
							>
								<Icon name="download" />
								CSV
							</ButtonLink>
						)}
					</>
				}
			>
				{(invoices.length > 0 || filtered) && (
					<FilterForm
						label="Invoices"
						searchLabel="Search invoices"
						q={q}
						otherParams={{ tab: tab === "all" ? undefined : tab }}
						choices={[
							{
								...{ label: "Sort by", name: "sort", all: "Newest first" },
								value: sort === newestFirst ? undefined : sort,
								options: Object.entries(sortNames).map(([value, text]) => ({ value, text })),
							},
						]}
					/>
				)}
			</ListTools>
			{invoices.length > 0 ? (
				<ListCard>
					<InvoiceTable caption="Invoices" invoices={invoices} sort={sort} />
				</ListCard>
			) : (
				<Card>
					<EmptyState icon="receipt" title={emptyTitle(tab, q, filtered)} action={<NextStep filtered={filtered} />}>
						{q && `No invoice number or line here contains “${q}”.`}
						{!q && filtered && "No invoices have this status."}
						{!filtered && "When you place an order, you'll find its invoice here to view, print or download."}
					</EmptyState>
				</Card>
			)}
			<Pager next={next} />
			{chart && (
				<TitledCard title="Billing Summary" className="mt-3 md:mt-0">
					<BarChart caption="Invoiced by month" period="Month" value="Invoiced" {...chart} />
				</TitledCard>
			)}
		</div>
	);
}

const NextStep = ({ filtered }: { filtered: boolean }) =>
	filtered ? (
		<RouteButton to={href("/dashboard/invoices")} variant="secondary">
			Show all invoices
		</RouteButton>
	) : (
		<ButtonLink href={href("/domains/search")}>Find a domain</ButtonLink>
	);

function emptyTitle(tab: InvoiceTab, q: string, filtered: boolean): string {
	if (q) return `No results for “${q}”`;
	if (tab === "open") return "Nothing to pay";
	return filtered ? "No invoices here" : "No invoices yet";
}
