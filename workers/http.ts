import { encodeBase64 } from "@oslojs/encoding";
import { type Context, Hono } from "hono";
import { RouterContextProvider } from "react-router";
import { clientContext, nonceContext, requestIdContext, servicesContext } from "~/context";
import { databaseFor } from "~/db/shards.server";
import { clientOf } from "~/features/accounts/client";
import { sessionOwner } from "~/features/accounts/session-cookie";
import { actingRoleOf, isForAccount } from "~/lib/acting";
import { canonicalPath } from "~/lib/canonical-path";
import { configOf } from "~/platform/config";
import { createServices } from "~/services.server";
import { createApi } from "./api/api";
import { redirectToCanonical } from "./gates/canonical-redirect";
import { answerError } from "./gates/error";
import { hideDesk, isDeskPath } from "./gates/hide-desk";
import { hostGate } from "./gates/host";
import { limits } from "./gates/limits";
import { keepRedirectOfLiveForm } from "./gates/live-form-redirect";
import { logRequest } from "./gates/log-request";
import { originGate } from "./gates/origin";
import { publishedPages } from "./gates/published-pages";
import { rateGate } from "./gates/rate-gate";
import { refuseActing } from "./gates/refuse-acting";
import { setSecurityHeaders } from "./gates/security-headers";
import type { HttpEnv } from "./http-env";
import { chooseCatalog } from "./in-catalog";
import { observe } from "./observe";

type PageRenderer = (request: Request, context: RouterContextProvider) => Promise<Response>;

/** Handles every request: gates, services, then the API or a page. The gates need no database. */
export function createHttp(renderPage: PageRenderer): Hono<HttpEnv> {
	const http = new Hono<HttpEnv>();

	function render(c: Context<HttpEnv>, request: Request, nonce = c.get("nonce")): Promise<Response> {
		const context = new RouterContextProvider();
		context.set(servicesContext, c.get("services"));
		context.set(clientContext, clientOf(request, c.get("config").APP_ORIGIN));
		context.set(nonceContext, nonce);
		context.set(requestIdContext, c.get("requestId"));
		return renderPage(request, context);
	}

	http.onError(answerError);

	http.use(async (c, next) => {
		const requestId = requestIdOf(c.req.raw.headers);
		c.set("requestId", requestId);
		c.set("nonce", encodeBase64(crypto.getRandomValues(new Uint8Array(16))));
		c.set("config", configOf(c.env));
		await observe(c.env, requestId, () => logRequest(c, next));
	});

	// The rate limit after the origin check, so that another site can't use up its visitors' attempts, and before
	// `limits`, which reads bodies.
	http.use(
		setSecurityHeaders,
		keepRedirectOfLiveForm,
		hostGate,
		originGate,
		rateGate,
		limits,
		redirectToCanonical,
		hideDesk,
	);

	http.use(async (c, next) => {
		const { headers } = c.req.raw;
		// The desk has its own sessions, in the first database.
		const owner = isDeskPath(c.req.url)
			? null
			: sessionOwner(c.get("config").APP_ORIGIN, {
					cookie: headers.get("Cookie"),
					authorization: headers.get("Authorization"),
				});
		const role = owner && actingRoleOf(owner.sessionHash);
		const isForOwner = role === null || isForAccount(role, c.req.method, canonicalPath(c.req.path));
		const db = databaseFor(c.env, owner, isForOwner);
		c.set(
			"services",
			createServices(c.env, (work) => c.executionCtx.waitUntil(work), { db }),
		);
		await next();
	});

	http.use(refuseActing, chooseCatalog, publishedPages(render));

	http.route("/api", createApi());

	http.all("*", async (c) => {
		const response = await render(c, c.req.raw);
		const { db } = c.get("services");
		if (c.get("config").ENVIRONMENT === "local")
			response.headers.set("Server-Timing", `d1;desc="${db.roundTrips} round trips"`);
		const headers = new Headers(response.headers);
		// The router refuses what a page has no action for, without the header that RFC 9110 requires.
		if (response.status === 405 && !headers.has("Allow")) {
			headers.set("Allow", "GET, HEAD");
			return new Response(response.body, { status: 405, headers });
		}
		if (response.status !== 500 || !db.unavailable) return response;
		headers.set("Retry-After", "5");
		return new Response(response.body, { status: 503, headers });
	});

	return http;
}

/** Cloudflare's id of the request, which its own logs and support use. Locally there is none. */
function requestIdOf(headers: Headers): string {
	const ray = headers.get("CF-Ray") ?? "";
	return /^[\da-f]{16}(-[A-Z]{3})?$/.test(ray) ? ray : crypto.randomUUID();
}
