import { href } from "react-router";

const longest = 2_000;

/**
 * Where to go next when an address came from outside (`?next=`): a path of this site, or the fallback.
 * Whatever a browser might read as another site, or not as an address at all, is the fallback.
 */
export function safeRedirect(to: unknown, fallback = href("/dashboard")): string {
	if (typeof to !== "string" || to.length > longest) return fallback;
	// One slash and then neither slash nor backslash; no control characters, spaces or backslashes anywhere.
	if (!/^\/(?![/\\])[\x21-\x5b\x5d-\x7e]*$/.test(to)) return fallback;
	const path = parse(to);
	// Dot segments and encoded slashes could resolve to `//host` after another round of decoding.
	if (path === null || /^\/(?:[/\\]|%2f|%5c)/i.test(path.pathname)) return fallback;
	return path.pathname + path.search + path.hash;
}

/** Where the visitor was going before the account pages: `?next=`, kept from one of them to the next. */
export const nextPath = (url: URL): string | undefined => safeRedirect(url.searchParams.get("next"), "") || undefined;

/** An account page that knows where its visitor was going. */
export const withNext = (page: string, next: string | undefined): string =>
	next ? `${page}?next=${encodeURIComponent(next)}` : page;

const base = "https://same-site.invalid";

function parse(to: string): URL | null {
	if (!URL.canParse(to, base)) return null;
	const url = new URL(to, base);
	return url.origin === base ? url : null;
}
