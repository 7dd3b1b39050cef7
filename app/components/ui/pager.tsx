import { useSearchParams } from "react-router";
import { withParams } from "~/lib/address";
import { ButtonLink } from "./button";

/**
 * Links to the next, the previous and the first page of a list. `next` is the cursor of the next page, or null. A cursor
 * leads forward only, so `?previous=` has those of the pages before.
 */
export function Pager({ next }: { next: string | null }) {
	const [params] = useSearchParams();
	if (next === null && !params.has("after")) return null;
	const { first, back, on } = pageLinks(params, next);
	return (
		<nav aria-label="Pages" className="flex flex-wrap gap-3">
			{first && <PageLink to={first}>First page</PageLink>}
			{back && <PageLink to={back}>Previous page</PageLink>}
			{on && (
				<PageLink to={on} className="ms-auto">
					Next page
				</PageLink>
			)}
		</nav>
	);
}

const PageLink = ({ to, ...link }: { to: string; className?: string; children: string }) => (
	<ButtonLink variant="secondary" size="sm" href={to} {...link} />
);

/** Stands for the first page, which has no cursor. */
const start = "-";
/** Keeps the address short. */
const maxPrevious = 10;

/** Addresses of the other pages. Null if there is no such page, or if the address does not tell. */
export function pageLinks(params: URLSearchParams, next: string | null) {
	const after = params.get("after");
	const before = after === null ? [] : (params.get("previous")?.split(".") ?? []);
	const address = (cursor: string | null, previous: readonly string[]) =>
		withParams(params, { after: cursor, previous: previous.join("."), open: null });
	const last = before[before.length - 1];
	return {
		first: after !== null && last !== start ? address(null, []) : null,
		back: last === undefined ? null : address(last === start ? null : last, before.slice(0, -1)),
		on: next === null ? null : address(next, [...before, after ?? start].slice(-maxPrevious)),
	};
}
