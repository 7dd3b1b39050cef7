import { portalExtensions, portalInitialExtensions } from "~/features/catalog/portal-extensions";

/** What the Register Domain search was asked: null before it was asked anything. */
interface RegisterQuery {
	readonly q: string | null;
	readonly tlds: readonly string[];
}

/** From the address: `?q=neema&tld=com&tld=io`. Unknown extensions are left out; without any, the usual ones. */
export function registerQuery(params: URLSearchParams): RegisterQuery {
	const q = params.get("q");
	const chosen = params.getAll("tld");
	const tlds = portalExtensions.filter((tld) => chosen.includes(tld));
	return { q: q === null ? null : q.slice(0, 400), tlds: tlds.length > 0 ? tlds : portalInitialExtensions };
}

/** What is wrong with the name before anything is looked up. */
export function nameProblem(q: string): string | null {
	if (q.trim() === "") return "Please enter a domain name";
	return /\s/u.test(q.trim()) ? "Domain name cannot contain spaces" : null;
}
