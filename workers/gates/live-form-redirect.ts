import type { MiddlewareHandler } from "hono";
import { isLiveForm } from "~/lib/live-form";
import type { HttpEnv } from "../http-env";

/**
 * Gives the redirect of a form that was sent by script the status 204. `fetch` would follow a redirect without telling
 * the script where it leads, and request the page once more than needed.
 */
export const keepRedirectOfLiveForm: MiddlewareHandler<HttpEnv> = async (c, next) => {
	await next();
	const { status, headers } = c.res;
	if (status < 300 || status >= 400 || !headers.has("Location") || !isLiveForm(c.req.raw)) return;
	const response = new Response(null, { status: 204, headers });
	c.res = undefined;
	c.res = response;
};
