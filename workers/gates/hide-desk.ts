import type { MiddlewareHandler } from "hono";
import { staffTokenOf } from "~/features/staff/staff-cookie";
import { canonicalPath } from "~/lib/canonical-path";
import type { HttpEnv } from "../http-env";

/** Open without a session: signing in, and accepting an invitation. */
const open = new Set(["/desk/sign-in", "/desk/invitation"]);

const deskPath = (url: string): string | null => {
	const path = canonicalPath(new URL(url).pathname);
	return path === "/desk" || path.startsWith("/desk/") ? path : null;
};

export const isDeskPath = (url: string): boolean => deskPath(url) !== null;

/**
 * Without a cookie of the desk, every address of the desk gets the page of an address that does not exist. The request
 * goes to such an address, so that the response can't differ from it.
 */
export const hideDesk: MiddlewareHandler<HttpEnv> = async (c, next) => {
	const path = deskPath(c.req.url);
	const { headers } = c.req.raw;
	if (path === null || open.has(path) || staffTokenOf(c.get("config").APP_ORIGIN, headers.get("Cookie")) !== null)
		return next();
	const elsewhere = new URL(c.req.url);
	elsewhere.pathname = elsewhere.pathname.replace(/^.*?(\.data)?$/, "/not-found$1");
	c.req.raw = new Request(elsewhere, c.req.raw);
	return next();
};
