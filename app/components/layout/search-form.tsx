import type { Money } from "~/lib/money";
import { formatMoney } from "~/lib/money";
import { Icon } from "../ui/icon";

interface SearchFormProps {
	/** Quick choices under the box; the first is chosen. */
	extensions?: readonly { readonly tld: string; readonly price: Money }[];
	/** Tells two forms on one page apart. */
	id?: string;
}

/** The domain search of pages that don't search themselves: a plain GET form. */
export function SearchForm({ extensions, id = "domain-search" }: SearchFormProps) {
	return (
		<search>
			<form action="/domains/search" className="grid gap-4">
				<div className="flex items-center gap-2 rounded-card border border-edge bg-surface p-2 ps-4 shadow-float has-[input:focus-visible]:outline-3 has-[input:focus-visible]:outline-offset-2 has-[input:focus-visible]:outline-indigo">
					<Icon name="search" className="flex-none text-muted max-sm:hidden" />
					<label htmlFor={id} className="sr-only">
						Domain name
					</label>
					<input
						id={id}
						name="q"
						type="search"
						required
						maxLength={253}
						placeholder="mamaneema"
						autoComplete="off"
						autoCapitalize="none"
						spellCheck={false}
						enterKeyHint="search"
						className="min-h-12 w-full min-w-0 bg-transparent font-display text-lg font-medium outline-none"
					/>
					<button
						type="submit"
						className="min-h-12 flex-none rounded-field bg-lake px-5 font-semibold text-on-solid transition-colors hover:bg-lake-deep sm:px-7"
					>
						Search
					</button>
				</div>
				<noscript>
					<input type="hidden" name="view" value="full" />
				</noscript>
				{extensions && (
					<fieldset className="flex flex-wrap gap-2">
						<legend className="sr-only">Extension</legend>
						{extensions.map(({ tld, price }, index) => (
							<label
								key={tld}
								className="inline-flex min-h-11 items-center gap-1.5 rounded-full border border-edge/50 bg-surface px-4 text-sm transition-colors hover:border-ink has-checked:border-ink has-checked:bg-ink has-checked:text-paper has-focus-visible:outline-3 has-focus-visible:outline-offset-2 has-focus-visible:outline-indigo forced-colors:has-checked:outline-2"
							>
								<input type="radio" name="tld" value={tld} defaultChecked={index === 0} className="sr-only" />
								<span className="font-display font-semibold">.{tld}</span>
								<span className="tabular-nums">{formatMoney(price).replace("Ksh ", "")}</span>
								<span className="sr-only">shillings, first year</span>
							</label>
						))}
					</fieldset>
				)}
			</form>
		</search>
	);
}
