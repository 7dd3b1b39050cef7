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
 * older ones, in Origin. A program that sends neither and no cookie has no session to abuse.
 */
export const originGate: MiddlewareHandler<HttpEnv> = async (c, next) => {
	const { headers, method, url } = c.req.raw;
	if (safeMethods.has(method) || webhooks.test(new URL(url).pathname)) return next();

	const site = headers.get("Sec-Fetch-Site");
	const origin = headers.get("Origin");
	const sameOrigin =
		site !== null ? site === "same-origin" : origin !== null ? origin === c.get("config").APP_ORIGIN : false;
	const isProgram = site === null && origin === null && !headers.has("Cookie");
	if (sameOrigin || isProgram) return next();
	return refuse(
		c,
		403,
		"This request came from another site, so it was not carried out. Open the page again and retry.",
	);
};
