import type { MiddlewareHandler } from "hono";
import { publicPathOf } from "~/public-pages";
import { staticPaths } from "~/static-paths";
import type { HttpEnv } from "../http-env";
import { refuse } from "./refuse";

/**
 * A page has one address: `/cart/` and `//cart` lead to `/cart`, `/Pricing` to `/pricing`. The assets layer does the
 * same for built pages. What is no longer among the built files is gone, and no page stands in for it.
 */
export const redirectToCanonical: MiddlewareHandler<HttpEnv> = async (c, next) => {
	if (c.req.method !== "GET" && c.req.method !== "HEAD") return next();
	const { pathname, search } = new URL(c.req.url);
	if (pathname.startsWith("/assets/")) return refuse(c, 404, "There is no such file.");
	const path = canonicalAddress(pathname);
	return path === pathname || builtAt(pathname) ? next() : c.redirect(path + search, 308);
};

/** The build asks for its pages with a slash at their end; the assets layer lets nobody else through. */
const builtAt = (pathname: string): boolean => staticPaths.some((path) => `${path}/` === pathname);

/** Begins with one slash, whatever was asked for: it never leads to another host. */
export function canonicalAddress(pathname: string): string {
	const plain = pathname.replace(/\/{2,}/g, "/").replace(/(.)\/$/, "$1");
	// Ids are told apart by their case; public pages have none.
	return publicPathOf(plain.toLowerCase()) ?? plain;
}
