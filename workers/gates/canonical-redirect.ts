import type { MiddlewareHandler } from "hono";
import { publicPathOf } from "~/public-pages";
import { staticPaths } from "~/static-paths";
import type { HttpEnv } from "../http-env";
import { refuse } from "./refuse";

/**
 * Redirects to a page's canonical address: `/cart/` and `//cart` to `/cart`, `/Pricing` to `/pricing`. The assets layer
 * does the same for built pages. Answers 404 for build files that don't exist any more.
 */
export const redirectToCanonical: MiddlewareHandler<HttpEnv> = async (c, next) => {
	if (c.req.method !== "GET" && c.req.method !== "HEAD") return next();
	const { pathname, search } = new URL(c.req.url);
	if (pathname.startsWith("/assets/")) return refuse(c, 404, "There is no such file.");
	const path = canonicalAddress(pathname);
	return path === pathname || builtAt(pathname) ? next() : c.redirect(path + search, 308);
};

/** The build requests its pages with a trailing slash. Visitors' requests for them never pass the assets layer. */
const builtAt = (pathname: string): boolean => staticPaths.some((path) => `${path}/` === pathname);

/** The result starts with exactly one slash, so it can't lead to another host. */
export function canonicalAddress(pathname: string): string {
	const plain = pathname.replace(/\/{2,}/g, "/").replace(/(.)\/$/, "$1");
	// Lower case for public pages only, because ids are case-sensitive.
	return publicPathOf(plain.toLowerCase()) ?? plain;
}
