import type { MiddlewareHandler } from "hono";
import type { HttpEnv } from "../http-env";
import { refuse } from "./refuse";

const safeMethods = new Set(["GET", "HEAD", "OPTIONS"]);

/**
 * Called by servers of payment providers and of the mail service, which sign their requests. Compared with the undecoded
 * path, like the router does: `/api%2fpayments/…` reaches a page.
 */
const webhooks = /^\/api\/(payments\/|mail\/events$)/;

/**
 * Rejects writes that another site started (cross-site request forgery). Browsers send the origin in Sec-Fetch-Site or,
 * older ones, in Origin. Opera Mini sends neither with a form, only Referer, which another site can leave out but not
 * forge. A program that sends none of them and no cookie has no session to abuse.
 */
export const originGate: MiddlewareHandler<HttpEnv> = async (c, next) => {
	const { headers, method, url } = c.req.raw;
	if (safeMethods.has(method) || webhooks.test(new URL(url).pathname)) return next();

	const site = headers.get("Sec-Fetch-Site");
	const origin = headers.get("Origin") ?? refererOrigin(headers);
	const sameOrigin = site !== null ? site === "same-origin" : origin === c.get("config").APP_ORIGIN;
	const isProgram = site === null && origin === null && !headers.has("Cookie");
	if (sameOrigin || isProgram) return next();
	return refuse(
		c,
		403,
		"This request came from another site, so it was not carried out. Open the page again and retry.",
	);
};

/** Null without a Referer. `null`, like an opaque origin, if it is not an address. */
function refererOrigin(headers: Headers): string | null {
	const referer = headers.get("Referer");
	return referer && (URL.parse(referer)?.origin ?? "null");
}
