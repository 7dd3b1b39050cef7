import type { MiddlewareHandler } from "hono";
import type { HttpEnv } from "../http-env";
import { refuse } from "./refuse";

const safeMethods = new Set(["GET", "HEAD", "OPTIONS"]);

/**
 * Payment providers call these from their own servers and prove themselves another way. Compared with the path as it
 * was sent, as the router does: `/api%2fpayments/…` reaches a page.
 */
const webhooks = /^\/api\/payments\//;

/**
 * Refuses writes that another site started (cross-site request forgery), before anything else runs. A browser says
 * where a request comes from in Sec-Fetch-Site or, if older, in Origin. A program that carries no cookie and says
 * neither has nobody's session to abuse.
 */
export const originGate: MiddlewareHandler<HttpEnv> = async (c, next) => {
	const { headers, method, url } = c.req.raw;
	if (safeMethods.has(method) || webhooks.test(new URL(url).pathname)) return next();

	const site = headers.get("Sec-Fetch-Site");
	const origin = headers.get("Origin");
	const sameOrigin =
		site !== null ? site === "same-origin" : origin !== null ? origin === c.get("config").APP_ORIGIN : false;
	const program = site === null && origin === null && !headers.has("Cookie");
	if (sameOrigin || program) return next();
	return refuse(
		c,
		403,
		"This request came from another site, so it was not carried out. Open the page again and retry.",
	);
};
