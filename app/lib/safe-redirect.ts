import { href } from "react-router";
import { parseUrl } from "./parse-url";

/** Characters. */
const maxLength = 2_000;

/**
 * Checks an address from a request (`?next=`) and returns it if it is a path on this site, else the fallback. Anything
 * that a browser could read as another site is rejected.
 */
export function safeRedirect(to: unknown, fallback = href("/dashboard")): string {
	if (typeof to !== "string" || to.length > maxLength) return fallback;
	// One slash and then neither slash nor backslash; no control characters, spaces or backslashes anywhere.
	if (!/^\/(?![/\\])[\x21-\x5b\x5d-\x7e]*$/.test(to)) return fallback;
	const path = parse(to);
	// Dot segments and encoded slashes could resolve to `//host` after another round of decoding.
	if (path === null || /^\/(?:[/\\]|%2f|%5c)/i.test(path.pathname)) return fallback;
	return path.pathname + path.search + path.hash;
}

/** The page to open after signing in or registering, from `?next=`. */
export const nextPath = (url: URL): string | undefined => safeRedirect(url.searchParams.get("next"), "") || undefined;

/** Address of an account page with `?next=`. */
export const withNext = (page: string, next: string | undefined): string =>
	next ? `${page}?next=${encodeURIComponent(next)}` : page;

const base = "https://same-site.invalid";

function parse(to: string): URL | null {
	const url = parseUrl(to, base);
	return url?.origin === base ? url : null;
}
