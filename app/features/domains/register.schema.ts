import { portalExtensions, portalInitialExtensions } from "~/features/catalog/portal-extensions";

/** Query of the Register Domain search. `q` is null before the first search. */
interface RegisterQuery {
	readonly q: string | null;
	readonly tlds: readonly string[];
}

/** Reads `?q=neema&tld=com&tld=io`. Ignores unknown extensions. Without any, uses the initial selection. */
export function registerQuery(params: URLSearchParams): RegisterQuery {
	const q = params.get("q");
	const chosen = params.getAll("tld");
	const tlds = portalExtensions.filter((tld) => chosen.includes(tld));
	return { q: q === null ? null : q.slice(0, 400), tlds: tlds.length > 0 ? tlds : portalInitialExtensions };
}

/** Checks a name before the lookup. Returns the problem, or null. */
export function nameProblem(q: string): string | null {
	if (q.trim() === "") return "Please enter a domain name";
	return /\s/u.test(q.trim()) ? "Domain name cannot contain spaces" : null;
}
