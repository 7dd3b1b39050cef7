import { href } from "react-router";
import { Alert } from "~/components/ui/alert";
import { BarChart } from "~/components/ui/bar-chart";
import { ButtonLink } from "~/components/ui/button";
import { EmptyState } from "~/components/ui/empty-state";
import { RecordTable } from "~/components/ui/record-table";
import { TitledCard } from "~/components/ui/titled-card";
import { DeskFilters } from "~/features/desk/components/desk-list";
import { DeskPage } from "~/features/desk/components/desk-page";
import type { RevenueView } from "../reports-view";

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
			<div className="flex flex-wrap items-end justify-between gap-2">
				<DeskFilters
					label="Revenue"
					filters={[
						{ label: "From", name: "from", type: "date", value: from },
						{ label: "To", name: "to", type: "date", value: to },
						{
							label: "Currency",
							name: "currency",
							value: currency === "USD" ? "USD" : "",
							all: "Shillings",
							options: [{ value: "USD", text: "Dollars" }],
						},
					]}
				/>
				{canExport && (
					<ButtonLink href={`${href("/desk/reports/revenue.csv")}?${query}`} variant="secondary" size="sm" download>
						CSV
					</ButtonLink>
				)}
			</div>
			{addedUntil && (
				<Alert tone="info">The days after {addedUntil} are still being added up. Come back in an hour.</Alert>
			)}
			{isEmpty ? (
				<EmptyState icon="trending-up" title="Nothing was paid">
					No invoice in this currency was paid on these days.
				</EmptyState>
			) : (
				<>
					<dl className="grid grid-cols-2 gap-3 lg:grid-cols-4">
						{facts.map(({ term, text, note }) => (
							<div key={term} className="rounded-card border border-line bg-surface px-3 py-3 sm:px-5 sm:py-4">
								<dt className="text-sm/snug font-medium text-muted">{term}</dt>
								<dd className="font-display text-lg font-semibold tabular-nums wrap-anywhere">{text}</dd>
								{note && <dd className="text-sm text-muted">{note}</dd>}
							</div>
						))}
					</dl>
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

const Sums = ({ title, lead, rows }: { title: string; lead: string; rows: RevenueView["products"] }) => (
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
