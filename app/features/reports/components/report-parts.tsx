import { DeskFilters } from "~/features/desk/components/desk-list";
import type { Currency } from "~/lib/money";

interface ReportFiltersProps {
	label: string;
	from: string;
	to: string;
	/** Null for a report without amounts. */
	currency: Currency | null;
	/** Address of the whole report as CSV, with its query. */
	csv?: string | undefined;
}

/** The days and the currency of a report. */
export const ReportFilters = ({ label, from, to, currency, csv }: ReportFiltersProps) => (
	<DeskFilters
		label={label}
		csv={csv}
		filters={[
			{ label: "From", name: "from", type: "date", value: from },
			{ label: "To", name: "to", type: "date", value: to },
			...(currency === null
				? []
				: [
						{
							label: "Currency",
							name: "currency",
							value: currency === "USD" ? "USD" : "",
							all: "Shillings",
							options: [{ value: "USD", text: "Dollars" }],
						},
					]),
		]}
	/>
);

interface ReportFactsProps {
	facts: readonly { readonly term: string; readonly text: string; readonly note: string | null }[];
}

/** The sums above a report. */
export const ReportFacts = ({ facts }: ReportFactsProps) =>
	facts.length === 0 ? null : (
		<dl className="grid grid-cols-[repeat(auto-fill,minmax(min(100%,11rem),1fr))] gap-3 lg:grid-cols-4">
			{facts.map(({ term, text, note }) => (
				<div key={term} className="rounded-card border border-line bg-surface px-3 py-3 sm:px-5 sm:py-4">
					<dt className="text-sm/snug font-medium text-muted">{term}</dt>
					<dd className="font-display text-lg font-semibold tabular-nums wrap-anywhere">{text}</dd>
					{note && <dd className="text-sm text-muted">{note}</dd>}
				</div>
			))}
		</dl>
	);
