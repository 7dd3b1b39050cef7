import { domainPrice, soldExtensions } from "~/features/catalog/domain-prices";
import { extensionCategories } from "~/features/catalog/extension-categories";
import { kes } from "~/lib/money";
import { defaultExtension } from "./domain-input";
import { type ResultSort, sortNames } from "./row-order";

/** Highest prices of the first year to choose from, in shillings. */
export const priceLimits = [500, 750, 1_000, 1_250, 1_500, 2_000, 6_000] as const;

/** Which extensions a search shows, and in which order. Undefined: all, the best ones first. */
export interface SearchFilter {
	/** Id of an extension category. */
	readonly kind?: string | undefined;
	/** Highest price of the first year, in shillings. */
	readonly under?: number | undefined;
	readonly sort?: ResultSort | undefined;
}

/** Reads the filter of an address. Ignores values that are not offered. */
export function readFilter(params: URLSearchParams): SearchFilter {
	const kind = extensionCategories.find(({ id }) => id === params.get("kind"))?.id;
	const under = priceLimits.find((limit) => String(limit) === params.get("under"));
	const sort = (Object.keys(sortNames) as ResultSort[]).find((each) => each === params.get("sort"));
	return { kind, under, sort };
}

export const isFiltered = ({ kind, under }: SearchFilter): boolean => kind !== undefined || under !== undefined;

/** The extensions to search under, in the order of the price list. Always has the default one, for the answer. */
export function filteredExtensions({ kind, under }: SearchFilter): readonly string[] {
	const category: readonly string[] | undefined = extensionCategories.find(({ id }) => id === kind)?.tlds;
	const highest = under === undefined ? Number.POSITIVE_INFINITY : kes(under).amount;
	return soldExtensions().filter(
		(tld) => tld === defaultExtension || ((category?.includes(tld) ?? true) && domainPrice(tld).amount <= highest),
	);
}
