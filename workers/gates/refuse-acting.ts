import type { MiddlewareHandler } from "hono";
import { href } from "react-router";
import { bearerTokenOf, sessionTokenOf } from "~/features/accounts/session-cookie";
import { actingRoleOf, mayWhileActing, refusalOf, refusalTitle } from "~/lib/acting";
import { canonicalPath } from "~/lib/canonical-path";
import { isStaticPage } from "~/static-paths";
import type { HttpEnv } from "../http-env";
import { isDeskPath } from "./hide-desk";
import { refuse } from "./refuse";

const texts = { title: refusalTitle, links: `<a href="${href("/dashboard")}">Back to the overview</a>` };

/**
 * Staff who are signed in as a customer, and people with access to another customer's account, reach only what
 * lib/acting.ts lists for their role. The token itself has the role, so this asks the database only before it refuses. The
 * desk has its own session.
 */
export const refuseActing: MiddlewareHandler<HttpEnv> = async (c, next) => {
	const { headers, method, url } = c.req.raw;
	const tokens = [
		sessionTokenOf(c.get("config").APP_ORIGIN, headers.get("Cookie")),
		bearerTokenOf(headers.get("Authorization")),
	];
	const roles = tokens.flatMap((token) => (token && actingRoleOf(token)) || []);
	if (roles.length === 0 || isDeskPath(url)) return next();
	const { pathname, search } = new URL(url);
	const path = canonicalPath(pathname);
	const isStatic = (method === "GET" || method === "HEAD") && isStaticPage({ pathname: path, search });
	const refusing = roles.find((role) => !mayWhileActing(role, method, path, search));
	if (isStatic || refusing === undefined) return next();
	// The browser keeps the token of an access that has ended, with which the sign-in page leads back to the own account. Its
	// reader is a visitor, unless the other token is valid: pages read only the cookie.
	const { sessions } = c.get("services");
	const viewers = [
		sessions.viewer({ cookie: headers.get("Cookie") }),
		sessions.viewer({ cookie: null, authorization: headers.get("Authorization") }),
	];
	const customers = await Promise.all(viewers.map((viewer) => viewer.customer()));
	if (customers.some((customer) => customer !== null)) return refuse(c, 403, refusalOf(refusing), {}, texts);
	return next();
};
