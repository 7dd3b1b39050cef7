import { href } from "react-router";
import { Alert } from "~/components/ui/alert";
import { BarChart } from "~/components/ui/bar-chart";
import { EmptyState } from "~/components/ui/empty-state";
import { RecordTable } from "~/components/ui/record-table";
import { TitledCard } from "~/components/ui/titled-card";
import { DeskPage } from "~/features/desk/components/desk-page";
import type { RevenueView } from "../reports-view";
import { ReportFacts, ReportFilters } from "./report-parts";

interface RevenuePageProps {
	report: RevenueView;
	canExport: boolean;
}

export function RevenuePage({ report, canExport }: RevenuePageProps) {
	const { from, to, currency, addedUntil, isEmpty, facts, chart, products, methods } = report;
	const query = new URLSearchParams({ from, to, currency });
	return (
		<DeskPage
			title="Revenue"
			lead="Invoices by the day on which they were paid, in Kenyan time. Today is added tomorrow."
		>
			<ReportFilters
				label="Revenue"
				{...{ from, to, currency }}
				csv={canExport ? `${href("/desk/reports/revenue.csv")}?${query}` : undefined}
			/>
			{addedUntil && (
				<Alert tone="info">The days after {addedUntil} are still being added up. Come back in a few minutes.</Alert>
			)}
			{isEmpty && !addedUntil && (
				<EmptyState icon="trending-up" title="Nothing was paid">
					No invoice in this currency was paid on these days.
				</EmptyState>
			)}
			{!isEmpty && (
				<>
					<ReportFacts facts={facts} />
					{chart && (
						<TitledCard title={`Paid by ${chart.period.toLowerCase()}`}>
							<BarChart caption={`Paid by ${chart.period.toLowerCase()}`} value="Paid" {...chart} />
						</TitledCard>
					)}
					<Sums title="Sold" lead="Without discounts and tax." rows={products} />
					<Sums title="Paid by" lead="Credit is what customers had in their accounts." rows={methods} />
				</>
			)}
		</DeskPage>
	);
}

const Sums = ({ title, lead, rows }: { title: string; lead: string; rows: RevenueView["products"] }) =>
	rows.length === 0 ? null : (
		<TitledCard title={title} lead={lead}>
			<RecordTable
				caption={title}
				twoLines
				rows={rows}
				columns={[
					{ name: "Name", cell: ({ name }) => <span className="font-semibold wrap-anywhere">{name}</span> },
					{ name: "Number", place: "row-meta", className: "text-end tabular-nums", cell: ({ count }) => count },
					{
						name: "Amount",
						place: "row-state",
						className: "text-end tabular-nums whitespace-nowrap",
						cell: ({ amount }) => amount,
					},
				]}
			/>
		</TitledCard>
	);
