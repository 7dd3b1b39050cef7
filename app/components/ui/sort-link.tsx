import { Link, useSearchParams } from "react-router";
import { withParams } from "~/lib/address";
import { readSort, reversed } from "~/lib/sort-order";
import { cx } from "./cx";
import { Icon } from "./icon";

interface SortLinkProps {
	/** The column's name. */
	name: string;
	/** The order of the first click. */
	first: string;
	/** The order of the list. */
	current: string;
}

/** The order of the next click: the first one, its reverse, then the list's default order. */
export function nextSort(first: string, current: string): string | null {
	if (current === first) return reversed(first);
	return current === reversed(first) ? null : first;
}

/** A column's name that sorts the list by it. Phones show no column names, so the list needs a select, too. */
export function SortLink({ name, first, current }: SortLinkProps) {
	const [params] = useSearchParams();
	const sorted = sortedBy({ sort: first }, current);
	return (
		<>
			<Link
				to={withParams(params, { sort: nextSort(first, current), after: null, previous: null, open: null })}
				preventScrollReset
				className="-my-3 inline-flex min-h-11 items-center gap-1 no-underline hover:text-ink hover:underline max-md:hidden"
			>
				{name}
				<Icon
					name={sorted === "descending" ? "arrow-down" : "arrow-up"}
					size={16}
					className={cx("flex-none", !sorted && "opacity-40")}
				/>
			</Link>
			<span className="md:hidden">{name}</span>
		</>
	);
}

/** For `aria-sort`. Undefined unless the list is sorted by this column. */
export function sortedBy({ sort }: { readonly sort?: string }, current: string) {
	if (!sort || readSort(sort).by !== readSort(current).by) return undefined;
	return readSort(current).direction === "asc" ? "ascending" : "descending";
}
