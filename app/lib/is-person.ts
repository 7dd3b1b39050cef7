/** Programs that say so: crawlers, previews of links, monitors and tools. Most crawlers name themselves in one of these ways. */
const programs = /bot\b|bot[/;]|crawl|spider|slurp|preview|monitor|headless|lighthouse|facebookexternalhit/i;

/**
 * Whether a person's browser probably sent a request, because they opened the page. False for prefetched pages
 * (`Sec-Purpose`, and `Purpose` and `X-Moz` of older browsers), for `HEAD`, with which programs check links, and for other
 * programs. Every browser's user agent begins with Mozilla or, for Opera Mini, Opera.
 */
export function isPerson({ method, headers }: Pick<Request, "headers" | "method">): boolean {
	if (method === "HEAD") return false;
	const purposes = ["Sec-Purpose", "Purpose", "X-Moz"].map((name) => headers.get(name) ?? "");
	if (purposes.some((purpose) => purpose.includes("prefetch"))) return false;
	const userAgent = headers.get("User-Agent") ?? "";
	return /^(?:Mozilla|Opera)\//.test(userAgent) && !programs.test(userAgent);
}
