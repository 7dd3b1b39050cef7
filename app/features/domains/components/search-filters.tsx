import { href } from "react-router";
import { buttonClasses } from "~/components/ui/button";
import { Icon } from "~/components/ui/icon";
import { extensionCategories } from "~/features/catalog/extension-categories";
import { withParams } from "~/lib/address";
import { formatMoney, kes } from "~/lib/money";
import { sortNames } from "../row-order";
import { isFiltered, priceLimits, type SearchFilter } from "../search-filter";
import { searchFormId } from "./search-box";

/** Not completed, because going back must show the choices of those results. */
const filterSelect = {
	form: searchFormId,
	autoComplete: "off",
	className: "mt-1 min-h-11 w-full rounded-field border border-edge bg-surface px-3",
} as const;

/**
 * Choices of extensions and of their order. They belong to the search form, so the next search keeps them.
 * islands/search-page.ts applies each at once.
 */
export function SearchFilters({ filter, query }: { filter: SearchFilter; query: string }) {
	return (
		<details className="group" open={isFiltered(filter) || filter.sort !== undefined}>
			<summary className="inline-flex min-h-11 items-center gap-1 text-sm font-semibold text-indigo">
				Filter and sort
				<Icon name="chevron-down" size={16} className="flex-none transition-transform group-open:rotate-180" />
			</summary>
			<div className="grid items-end gap-3 pb-4 sm:grid-cols-3 lg:grid-cols-[1fr_1fr_1fr_auto_auto]">
				<label className="text-sm font-medium">
					First year
					<select name="under" {...filterSelect} defaultValue={filter.under ?? ""}>
						<option value="">Any price</option>
						{priceLimits.map((limit) => (
							<option key={limit} value={limit}>
								Up to {formatMoney(kes(limit))}
							</option>
						))}
					</select>
				</label>
				<label className="text-sm font-medium">
					Kind
					<select name="kind" {...filterSelect} defaultValue={filter.kind ?? ""}>
						<option value="">All kinds</option>
						{extensionCategories.map(({ id, name }) => (
							<option key={id} value={id}>
								{name}
							</option>
						))}
					</select>
				</label>
				<label className="text-sm font-medium">
					Sort by
					<select name="sort" {...filterSelect} defaultValue={filter.sort ?? ""}>
						<option value="">Best match</option>
						{Object.entries(sortNames).map(([id, name]) => (
							<option key={id} value={id}>
								{name}
							</option>
						))}
					</select>
				</label>
				<noscript>
					<button type="submit" form={searchFormId} className={buttonClasses({ variant: "secondary" })}>
						Apply
					</button>
				</noscript>
				{isFiltered(filter) && (
					<a
						className="link-alone"
						href={`${href("/domains/search")}${withParams(new URLSearchParams({ q: query }), { sort: filter.sort })}`}
					>
						Show all
					</a>
				)}
			</div>
		</details>
	);
}
