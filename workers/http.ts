import { encodeBase64 } from "@oslojs/encoding";
import { Hono } from "hono";
import { RouterContextProvider } from "react-router";
import { nonceContext, servicesContext } from "../app/context";
import { createServices, type Services } from "../app/services.server";

export interface HttpEnv {
	Bindings: Env;
	Variables: { services: Services; requestId: string };
}

type PageRenderer = (request: Request, context: RouterContextProvider) => Promise<Response>;

/** The way of every request: services, gates, then the API or a page. */
export function createHttp(renderPage: PageRenderer): Hono<HttpEnv> {
	const http = new Hono<HttpEnv>();

	http.use(async (c, next) => {
		c.set("requestId", crypto.randomUUID());
		c.set(
			"services",
			createServices(c.env, (work) => c.executionCtx.waitUntil(work)),
		);
		await next();
	});

	http.all("*", (c) => {
		const context = new RouterContextProvider();
		context.set(servicesContext, c.get("services"));
		context.set(nonceContext, encodeBase64(crypto.getRandomValues(new Uint8Array(16))));
		return renderPage(c.req.raw, context);
	});

	return http;
}
