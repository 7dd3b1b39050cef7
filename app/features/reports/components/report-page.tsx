import { Alert } from "~/components/ui/alert";
import { BarChart } from "~/components/ui/bar-chart";
import { ButtonLink } from "~/components/ui/button";
import { EmptyState } from "~/components/ui/empty-state";
import { type Column, RecordTable } from "~/components/ui/record-table";
import { TitledCard } from "~/components/ui/titled-card";
import { CsvLink } from "~/features/desk/components/desk-list";
import { DeskPage } from "~/features/desk/components/desk-page";
import type { ReportView } from "../report-pages";
import { ReportFacts, ReportFilters } from "./report-parts";

interface ReportPageProps {
	report: ReportView;
	/** Address of the tables as CSV. Null without the permission. */
	csv: string | null;
}

/** A report with its filters, sums, chart and tables. */
export function ReportPage({ report, csv }: ReportPageProps) {
	const { title, lead, list, filters, note, facts, charts, tables } = report;
	const isEmpty = tables.every(({ rows }) => rows.length === 0);
	const { from, to, currency = null } = filters ?? {};
	const fileOf = (table: number) =>
		`${csv}?${new URLSearchParams({ ...(from && to && { from, to }), ...(currency && { currency }), table: String(table) })}`;
	return (
		<DeskPage
			title={title}
			lead={lead}
			actions={
				list && (
					<ButtonLink href={list.href} variant="secondary" size="sm">
						{list.label}
					</ButtonLink>
				)
			}
		>
			{filters && <ReportFilters label={title} {...filters} />}
			{isEmpty ? (
				<EmptyState icon="trending-up" title="No figures">
					{note ?? `There is nothing ${currency ? "in this currency " : ""}on these days.`}
				</EmptyState>
			) : (
				<>
					{note && <Alert tone="info">{note}</Alert>}
					<ReportFacts facts={facts} />
					{charts.map((chart) => (
						<TitledCard key={chart.title} title={chart.title}>
							<BarChart caption={chart.title} {...chart} />
						</TitledCard>
					))}
					{tables.map(
						({ title: name, lead: about, columns, rows }, index) =>
							rows.length > 0 && (
								<TitledCard
									key={name}
									title={name}
									lead={about ?? undefined}
									beside={csv && <CsvLink href={fileOf(index + 1)} of={name} />}
								>
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
							),
					)}
				</>
			)}
		</DeskPage>
	);
}
