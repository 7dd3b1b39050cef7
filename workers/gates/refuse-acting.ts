import type { MiddlewareHandler } from "hono";
import { href } from "react-router";
import { bearerTokenOf, sessionTokenOf } from "~/features/accounts/session-cookie";
import { canonicalPath } from "~/lib/canonical-path";
import { isActing, mayWhileActing, refusedWhileActing } from "~/lib/staff-as-customer";
import { isStaticPage } from "~/static-paths";
import type { HttpEnv } from "../http-env";
import { isDeskPath } from "./hide-desk";
import { refuse } from "./refuse";

const wayBack = `<a href="${href("/dashboard")}">Back to the customer's overview, where you can stop</a>`;

/**
 * Staff who are signed in as a customer reach only what is listed in lib/staff-as-customer.ts. They can't pay, order,
 * change how the customer signs in, or use the API. The token itself shows it, so this needs no database. The desk has
 * its own session.
 */
export const refuseActing: MiddlewareHandler<HttpEnv> = async (c, next) => {
	const { headers, method, url } = c.req.raw;
	const tokens = [
		sessionTokenOf(c.get("config").APP_ORIGIN, headers.get("Cookie")),
		bearerTokenOf(headers.get("Authorization")),
	];
	const acting = tokens.some((token) => token !== null && isActing(token));
	if (!acting || isDeskPath(url)) return next();
	const { pathname, search } = new URL(url);
	const path = canonicalPath(pathname);
	const isStatic = (method === "GET" || method === "HEAD") && isStaticPage({ pathname: path, search });
	if (isStatic || mayWhileActing(method, path)) return next();
	return refuse(c, 403, refusedWhileActing, {}, wayBack);
};
