import { href } from "react-router";
import { domainInput } from "~/components/forms/domain-field";
import { searchFrame, searchInput } from "~/components/forms/search-frame";
import { SubmitButton } from "~/components/forms/submit";
import { cx } from "~/components/ui/cx";
import { Icon } from "~/components/ui/icon";
import type { Currency } from "~/lib/money";
import type { RunningBulk } from "../bulk-search.server";
import { defaultExtension, extensionIn } from "../domain-input";
import type { RunningSearch } from "../running-search.server";
import { ExtensionPicker } from "./extension-picker";
import { WhenKnown } from "./when-known";

/** For controls outside of the form. */
export const searchFormId = "search";

interface SearchBoxProps {
	/** Of the account, for the prices of the extensions. */
	currency: Currency;
	/** Text of the current search. */
	query: string;
	/** Why the text can't be searched, or null. */
	problem: string | null;
	/** Settles when all answers have arrived. Null without a search. */
	running: RunningSearch["outcome"] | RunningBulk["available"] | null;
}

/** Search form with extensions. A plain GET form. islands/search-page.ts keeps the text box and the extension in sync. */
export function SearchBox({ query, problem, running, currency }: SearchBoxProps) {
	return (
		<search>
			<form id={searchFormId} action={href("/domains/search")} className="grid gap-2" data-search>
				<div className={cx("max-w-3xl", searchFrame)}>
					<label className="sr-only" htmlFor="q">
						Find a domain name
					</label>
					<input
						id="q"
						name="q"
						{...domainInput}
						enterKeyHint="search"
						maxLength={400}
						defaultValue={query}
						placeholder="yourname.co.ke"
						aria-invalid={problem !== null || undefined}
						aria-describedby={problem ? "q-problem" : undefined}
						className={searchInput}
					/>
					<noscript>
						<input type="hidden" name="view" value="full" />
					</noscript>
					<WhenKnown<unknown> value={running} fallback={<Submit busy />}>
						{() => <Submit />}
					</WhenKnown>
				</div>
				{problem && (
					<p id="q-problem" role="alert" className="flex items-start gap-2 font-semibold text-danger">
						<Icon name="circle-alert" className="mt-0.5 flex-none" /> {problem}
					</p>
				)}
				<ExtensionPicker
					selected={extensionIn(query) ?? (query === "" ? null : defaultExtension)}
					currency={currency}
				/>
			</form>
		</search>
	);
}

/** Always as wide as its longest label, so that the text box keeps its width. */
const Submit = ({ busy = false }) => (
	<SubmitButton
		busy={busy}
		busyText="Searching..."
		data-busy-text="Searching..."
		data-text="Search"
		className="ms-auto inline-grid! min-h-12 flex-none content-center max-sm:px-3 gap-0! rounded-field! after:invisible after:h-0 after:content-['Searching...'] sm:text-lg"
	>
		Search
	</SubmitButton>
);
