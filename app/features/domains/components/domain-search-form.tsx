import { Button } from "~/components/ui/button";
import { Icon } from "~/components/ui/icon";

/** The search box of public pages: a plain form that leads to the search page, with script or without. */
export function DomainSearchForm({ label = "Find a domain name", value }: { label?: string; value?: string }) {
	return (
		<form
			action="/domains/search"
			className="flex max-w-2xl flex-col gap-2 sm:flex-row sm:rounded-card sm:border sm:border-line sm:bg-surface sm:p-2 sm:shadow-float"
		>
			<label className="sr-only" htmlFor="domain-search">
				{label}
			</label>
			<input
				id="domain-search"
				name="q"
				type="text"
				required
				inputMode="url"
				autoCapitalize="none"
				autoCorrect="off"
				spellCheck={false}
				defaultValue={value}
				placeholder="yourname.co.ke"
				className="min-h-12 min-w-0 flex-1 rounded-field border border-edge bg-surface px-4 font-display text-lg sm:border-transparent"
			/>
			<noscript>
				<input type="hidden" name="view" value="full" />
			</noscript>
			<Button type="submit" className="min-h-12 sm:rounded-field">
				<Icon name="search" /> Search
			</Button>
		</form>
	);
}
