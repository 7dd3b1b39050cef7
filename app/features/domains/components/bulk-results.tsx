import { Alert } from "~/components/ui/alert";
import { Button } from "~/components/ui/button";
import { Heading } from "~/components/ui/heading";
import { formatCount } from "~/lib/format-count";
import type { Currency } from "~/lib/money";
import type { BulkList, RunningBulk } from "../bulk-search.server";
import { maxBulkNames } from "../domain-input";
import type { DomainName } from "../domain-name";
import { FoundRow } from "./found-row";
import { ResultRow } from "./result-row";
import { Searching } from "./searching";
import { WhenKnown } from "./when-known";

interface BulkResultsProps {
	bulk: RunningBulk;
	list: BulkList;
	currency: Currency;
}

/** Every name of a list in its place, with its state as soon as it is known. */
export function BulkResults({ bulk: { entries, available }, list: { problems, ignored }, currency }: BulkResultsProps) {
	return (
		<section aria-labelledby="results" className="page-column grid gap-5 pb-12" data-bulk>
			<div>
				<Heading level={2} size="sm" id="results">
					{formatCount(entries.length, "name")}
				</Heading>
				<div className="flex min-h-11 items-center justify-between gap-4">
					<WhenKnown value={available} fallback={<Searching />}>
						{(count) => <Summary available={count} total={entries.length} />}
					</WhenKnown>
				</div>
			</div>
			{ignored > 0 && (
				<Alert tone="info">
					We checked the first {maxBulkNames} entries. Search for the other {ignored} separately.
				</Alert>
			)}
			{problems.length > 0 && (
				<Alert tone="danger" title="These can't be searched">
					<ul>
						{problems.map(({ text, message }) => (
							<li key={text} className="wrap-anywhere">
								<strong>{text}</strong>: {message}
							</li>
						))}
					</ul>
				</Alert>
			)}
			<ul className="border-b border-line">
				{entries.map(({ name, answer }) => (
					<WhenKnown key={name.ascii} value={answer} fallback={<PendingName name={name} />}>
						{(known) => <FoundRow found={{ name, answer: known }} currency={currency} />}
					</WhenKnown>
				))}
			</ul>
		</section>
	);
}

function Summary({ available, total }: { available: number; total: number }) {
	const sentence = `Search finished: ${available} of ${formatCount(total, "name")} are available.`;
	return (
		<>
			<p className="text-sm text-muted" data-found={sentence}>
				{available} available
			</p>
			{available > 0 && (
				// islands/search-page.ts shows it. Without script, each name has its own button.
				<Button hidden data-add-all className="[&[hidden]]:hidden">
					Add all available
				</Button>
			)}
		</>
	);
}

const PendingName = ({ name: { ascii, unicode } }: { name: DomainName }) => (
	<ResultRow name={unicode} ascii={ascii} note={<span lang="sw">Tunaangalia…</span>} action={null} />
);
