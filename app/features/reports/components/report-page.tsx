import { Alert } from "~/components/ui/alert";
import { BarChart } from "~/components/ui/bar-chart";
import { EmptyState } from "~/components/ui/empty-state";
import { type Column, RecordTable } from "~/components/ui/record-table";
import { TitledCard } from "~/components/ui/titled-card";
import { DeskPage } from "~/features/desk/components/desk-page";
import type { ReportView } from "../report-pages";
import { ReportFacts, ReportFilters } from "./report-parts";

interface ReportPageProps {
	report: ReportView;
	/** Address of the report as CSV. Null without the permission. */
	csv: string | null;
}

/** A report with its filters, sums, chart and tables. */
export function ReportPage({ report, csv }: ReportPageProps) {
	const { title, lead, from, to, currency, note, facts, chart, tables } = report;
	const query = new URLSearchParams({ from, to, ...(currency && { currency }) });
	const isEmpty = tables.every(({ rows }) => rows.length === 0);
	return (
		<DeskPage title={title} lead={lead}>
			<ReportFilters label={title} {...{ from, to, currency }} csv={csv ? `${csv}?${query}` : undefined} />
			{isEmpty ? (
				<EmptyState icon="trending-up" title="No figures">
					{note ?? `There is nothing ${currency ? "in this currency " : ""}on these days.`}
				</EmptyState>
			) : (
				<>
					{note && <Alert tone="info">{note}</Alert>}
					<ReportFacts facts={facts} />
					{chart && (
						<TitledCard title={chart.title}>
							<BarChart caption={chart.title} value="Amount" {...chart} />
						</TitledCard>
					)}
					{tables.map(({ title: name, lead: about, columns, rows }) => (
						<TitledCard key={name} title={name} lead={about ?? undefined}>
							<RecordTable
								caption={name}
								rows={rows}
								columns={columns.map(
									(column, index): Column<(typeof rows)[number]> => ({
										name: column,
										...(index > 0 && { className: "text-end tabular-nums" }),
										cell: ({ cells }) =>
											index === 0 ? (
												<span className="font-semibold wrap-anywhere">{cells[0]}</span>
											) : (
												<span className="whitespace-nowrap">{cells[index]}</span>
											),
									}),
								)}
							/>
						</TitledCard>
					))}
				</>
			)}
		</DeskPage>
	);
}
