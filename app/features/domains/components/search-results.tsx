import { Alert } from "~/components/ui/alert";
import { Heading } from "~/components/ui/heading";
import type { RunningSearch } from "../running-search";
import { ResultEntry } from "./result-entry";
import { SearchExtras } from "./search-extras";

/** The exact name, similar names, then the word under all other extensions. */
export function SearchResults({ search }: { search: RunningSearch }) {
	const { word, note, exact, others, suggestions } = search;
	return (
		<section aria-labelledby="results" className="results page-column grid gap-6 pb-12 sm:pb-16">
			{/* The card already shows the exact name in large text. */}
			<Heading level={2} id="results" className={exact ? "sr-only" : undefined}>
				{exact ? exact.name.unicode : `“${word}” under every extension`}
			</Heading>
			{note && <Alert tone="info">{note}</Alert>}
			{exact && <ResultEntry key={exact.name.ascii} entry={exact} prominent />}
			{exact && <SearchExtras key={`beside ${exact.name.ascii}`} suggestions={suggestions} />}
			{exact && others.length > 0 && (
				<Heading level={3} className="mt-4">
					“{word}” under other extensions
				</Heading>
			)}
			<label className="inline-flex min-h-11 items-center gap-3 justify-self-start font-medium">
				<input type="checkbox" name="only-free" className="size-5" />
				Available only
			</label>
			<ul className="grid gap-3 sm:grid-cols-2 sm:gap-4 lg:grid-cols-3">
				{others.map((entry) => (
					<li key={entry.name.ascii}>
						<ResultEntry entry={entry} />
					</li>
				))}
			</ul>
		</section>
	);
}
