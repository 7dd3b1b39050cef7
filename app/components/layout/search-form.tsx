import { href } from "react-router";
import { domainPrice } from "~/features/catalog/domain-prices";
import { isSold } from "~/features/catalog/known-extensions";
import { formatMoney } from "~/lib/money";
import { domainInput } from "../forms/domain-field";
import { searchButton, searchFrame, searchInput } from "../forms/search-frame";
import { Icon } from "../ui/icon";

interface SearchFormProps {
	/** Quick choices below the input. None is selected at first, because a choice replaces a typed extension. */
	extensions?: readonly string[];
}

/** The search box of public pages. A plain form that opens the search page, also without script. */
export function SearchForm({ extensions }: SearchFormProps) {
	return (
		<search>
			<form action={href("/domains/search")} className="grid max-w-3xl gap-4">
				<div className={searchFrame}>
					<label htmlFor="domain-search" className="sr-only">
						Find a domain name
					</label>
					<input
						id="domain-search"
						name="q"
						{...domainInput}
						required
						maxLength={400}
						enterKeyHint="search"
						placeholder="yourname"
						className={searchInput}
					/>
					<noscript>
						<input type="hidden" name="view" value="full" />
					</noscript>
					<button type="submit" className={searchButton}>
						<Icon name="search" />
						Search
					</button>
				</div>
				{extensions && <ExtensionChips extensions={extensions} />}
			</form>
		</search>
	);
}

function ExtensionChips({ extensions }: { extensions: readonly string[] }) {
	return (
		<fieldset className="flex flex-wrap gap-1 sm:gap-2">
			<legend className="sr-only">Extension, with its price in shillings for the first year</legend>
			{extensions.filter(isSold).map((tld) => (
				<label
					key={tld}
					className="relative inline-flex min-h-11 items-center gap-1 rounded-full border border-edge/50 bg-surface px-2.5 text-sm sm:gap-1.5 sm:px-3 transition-colors hover:border-ink has-checked:border-ink has-checked:bg-ink has-checked:text-paper has-focus-visible:outline-3 has-focus-visible:outline-offset-2 has-focus-visible:outline-indigo"
				>
					<input type="radio" name="tld" value={tld} className="choice-input" />
					<span className="text-base font-semibold">.{tld}</span>
					<span className="tabular-nums">{formatMoney(domainPrice(tld)).replace("Ksh ", "")}</span>
				</label>
			))}
		</fieldset>
	);
}
