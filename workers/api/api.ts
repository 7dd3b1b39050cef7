import { type Context, Hono } from "hono";
import type { HttpEnv } from "../http-env";
import { cartApi } from "./cart";
import { domainsApi } from "./domains";
import { enquiriesApi } from "./enquiries";
import { notFoundJson } from "./failure";
import { helpApi } from "./help";
import { mailApi } from "./mail";
import { paymentsApi } from "./payments";
import { statusApi } from "./status";
import { userauthApi } from "./userauth";

/** Everything under /api, one sub-app per resource. */
export function createApi(): Hono<HttpEnv> {
	const api = new Hono<HttpEnv>();

	api.route("/", cartApi);
	api.route("/", domainsApi);
	api.route("/", enquiriesApi);
	api.route("/", helpApi);
	api.route("/", mailApi);
	api.route("/", paymentsApi);
	api.route("/", statusApi);
	api.route("/", userauthApi);

	api.all("*", (c) => unmatched(c, api));
	return api;
}

/** 405 with the allowed methods for a known address, else 404. */
function unmatched(c: Context<HttpEnv>, api: Hono<HttpEnv>): Response {
	const path = new URL(c.req.url).pathname.replace(/^\/api/, "");
	const methods = api.routes.filter(({ method, path: pattern }) => method !== "ALL" && matches(pattern, path));
	if (methods.length === 0) return notFoundJson(c);
	const allow = [...new Set(methods.map(({ method }) => method))].join(", ");
	return c.json({ error: `This address accepts ${allow}.` }, 405, { Allow: allow });
}

function matches(pattern: string, path: string): boolean {
	const parts = pattern.split("/");
	const given = path.split("/");
	return parts.length === given.length && parts.every((part, index) => part.startsWith(":") || part === given[index]);
}
