import { useSearchParams } from "react-router";
import { withParams } from "~/lib/address";
import { ButtonLink } from "./button";

/** Links to the next and the first page of a list. `next` is the cursor of the next page, or null. */
export function Pager({ next }: { next: string | null }) {
	const [params] = useSearchParams();
	const later = params.has("after");
	if (next === null && !later) return null;
	return (
		<nav aria-label="Pages" className="flex flex-wrap justify-between gap-3">
			{later && (
				<ButtonLink variant="secondary" size="sm" href={withParams(params, { after: null, open: null })}>
					First page
				</ButtonLink>
			)}
			{next !== null && (
				<ButtonLink
					variant="secondary"
					size="sm"
					href={withParams(params, { after: next, open: null })}
					className="ms-auto"
				>
					Next page
				</ButtonLink>
			)}
		</nav>
	);
}
