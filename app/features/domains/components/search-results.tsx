import type { ReactNode } from "react";
import { Heading } from "~/components/ui/heading";
import { Icon } from "~/components/ui/icon";
import type { Currency } from "~/lib/money";
import type { Wave } from "../answer-waves";
import type { FoundName, RunningSearch, SearchOutcome } from "../running-search.server";
import type { SearchFilter } from "../search-filter";
import { AnswerCard, PendingAnswer } from "./answer-card";
import { FoundRow } from "./found-row";
import { PendingRow } from "./result-row";
import { SearchFilters } from "./search-filters";
import { Searching } from "./searching";
import { TransferLink } from "./transfer-link";
import { WhenKnown } from "./when-known";
import { WrappingName } from "./wrapping-name";

interface SearchResultsProps {
	search: RunningSearch;
	/** The text that was searched. */
	query: string;
	filter: SearchFilter;
	currency: Currency;
	/** What follows the results. Sent last, so that it does not move. */
	children: ReactNode;
}

/** The featured name, then all other available names as they arrive, then the taken ones. */
export function SearchResults({ search, query, filter, currency, children }: SearchResultsProps) {
	const { word, note, expected, featured, rows, outcome } = search;
	return (
		<div data-results className="aria-busy:opacity-50">
			<section aria-labelledby="results" className="page-column grid gap-5 pb-6">
				{note && <p className="text-sm text-muted">{note}</p>}
				<WhenKnown value={featured} fallback={<PendingAnswer name={expected} />}>
					{(known) => <AnswerCard featured={known} currency={currency} />}
				</WhenKnown>
				<div>
					<div className="flex items-baseline justify-between gap-4">
						<Heading level={2} size="sm" id="results">
							Also available<span className="sr-only"> for “{word}”</span>
						</Heading>
						<WhenKnown value={outcome} fallback={<Searching />}>
							{(known) => <Count outcome={known} />}
						</WhenKnown>
					</div>
					<SearchFilters filter={filter} query={query} />
					<ul className={listClasses}>
						<Rows wave={rows} currency={currency} />
					</ul>
				</div>
			</section>
			{/* The space keeps the footer below the screen until then. */}
			<WhenKnown value={outcome} fallback={<div className="min-h-dvh" />}>
				{(known) => (
					<>
						<Rest outcome={known} currency={currency} />
						{children}
					</>
				)}
			</WhenKnown>
		</div>
	);
}

function Rows({
	wave,
	left = maxPending,
	currency,
}: {
	wave: RunningSearch["rows"];
	left?: number;
	currency: Currency;
}) {
	return (
		<WhenKnown value={wave} fallback={pendingRows(left)}>
			{({ items, left, next }: Wave<FoundName>) => (
				<>
					{items.map((found) => (
						<FoundRow key={found.name.ascii} found={found} currency={currency} />
					))}
					{next && <Rows wave={next} left={left} currency={currency} />}
				</>
			)}
		</WhenKnown>
	);
}

const listClasses = "border-b border-line sm:grid sm:grid-cols-2 sm:gap-x-10";

/** As many rows as fill a screen. */
const maxPending = 12;
const pending: readonly ReactNode[] = Array.from({ length: maxPending }, (_, index) => (
	<PendingRow key={String(index)} />
));
const pendingRows = (left: number) => pending.slice(0, left);

/** islands/search-page.ts reads the sentence to screen readers. */
const Count = ({ outcome: { available, total } }: { outcome: SearchOutcome }) => (
	<p className="text-sm text-muted" data-found={`Search finished: ${available} of ${total} names are available.`}>
		{available || "none"} of {total}
	</p>
);

function Rest({ outcome: { similar, taken, unknown }, currency }: { outcome: SearchOutcome; currency: Currency }) {
	return (
		<div className="page-column grid gap-6 pb-12 sm:pb-16">
			{similar.length > 0 && <Group id="similar" title="Similar names" names={similar} currency={currency} />}
			{unknown.length > 0 && <Group id="unknown" title="No answer yet" names={unknown} currency={currency} />}
			{taken.length > 0 && <Taken names={taken} />}
		</div>
	);
}

interface GroupProps {
	id: string;
	title: string;
	names: readonly FoundName[];
	currency: Currency;
}

function Group({ id, title, names, currency }: GroupProps) {
	return (
		<section aria-labelledby={id}>
			<Heading level={2} size="sm" id={id} className="pb-2">
				{title}
			</Heading>
			<ul className={listClasses}>
				{names.map((found) => (
					<FoundRow key={found.name.ascii} found={found} currency={currency} />
				))}
			</ul>
		</section>
	);
}

/** One line that opens to the list of taken names. */
function Taken({ names }: { names: SearchOutcome["taken"] }) {
	return (
		<details className="group">
			<summary className="inline-flex min-h-11 items-center gap-2 text-muted hover:text-ink">
				{names.length} taken
				<Icon name="chevron-down" size={16} className="flex-none transition-transform group-open:rotate-180" />
			</summary>
			<ul className="grid gap-x-10 sm:grid-cols-2">
				{names.map(({ name, answer }) => (
					<li
						key={name.ascii}
						className="flex min-h-11 items-center justify-between gap-3 border-t border-line"
						data-state={answer.state}
					>
						<span className="min-w-0 text-muted wrap-anywhere">
							<WrappingName name={name.unicode} />
						</span>
						{answer.state === "reserved" ? (
							<span className="text-sm text-muted">Reserved</span>
						) : (
							<span className="text-sm text-muted">
								Is it yours? <TransferLink name={name} />
							</span>
						)}
					</li>
				))}
			</ul>
		</details>
	);
}
