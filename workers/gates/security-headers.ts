import type { MiddlewareHandler } from "hono";
import type { Config } from "~/platform/config";
import { pagePolicy, plainPolicy, securityHeaders } from "~/platform/content-security";
import { panelOrigins } from "~/platform/hosting/choose-hosting-panel";
import { paymentOrigins } from "~/platform/payment/payment-origins";
import { chatWidgetOn, isTokenPage } from "~/token-pages";
import type { HttpEnv } from "../http-env";

/** Where the answers of our forms may send the customer. */
const formTargets = (config: Config): string[] => [...panelOrigins(config), ...paymentOrigins(config)];

/** Sets the security headers of every response of the Worker. Assets get theirs from `_headers`. */
export const setSecurityHeaders: MiddlewareHandler<HttpEnv> = async (c, next) => {
	await next();
	const config = c.get("config");
	// A fetched or redirected response's headers may be immutable.
	const response = new Response(c.res.body, c.res);
	const { headers } = response;
	for (const [name, value] of Object.entries(securityHeaders(config.APP_ORIGIN))) {
		if (!headers.has(name)) headers.set(name, value);
	}
	const pathname = URL.parse(c.req.url)?.pathname ?? "/";
	// Not `no-referrer`, because browsers then send the page's own form with `Origin: null`, which the origin checks reject.
	if (isTokenPage(pathname)) headers.set("Referrer-Policy", "strict-origin");
	// A browser would replace those of its copy with what a 304 has.
	const isCopyCurrent = response.status === 304;
	if (!headers.has("Content-Security-Policy") && !isCopyCurrent) {
		const html = headers.get("Content-Type")?.startsWith("text/html");
		headers.set(
			"Content-Security-Policy",
			html ? pagePolicy(c.get("nonce"), chatWidgetOn(pathname, config), formTargets(config)) : plainPolicy,
		);
	}
	if (!headers.has("Cache-Control") && !isCopyCurrent) headers.set("Cache-Control", "private, no-store");
	headers.set("X-Request-Id", c.get("requestId"));
	c.res = undefined;
	c.res = response;
};
