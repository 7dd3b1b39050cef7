import type { MiddlewareFunction } from "react-router";
import { servicesContext, viewerContext } from "~/context";

/** Outermost: tells everything below who is asking, and keeps the session alive once the answer is on its way. */
export const viewer: MiddlewareFunction<Response> = async ({ request, context }, next) => {
	const services = context.get(servicesContext);
	const viewer = services.sessions.viewer({ cookie: request.headers.get("Cookie") });
	context.set(viewerContext, viewer);
	const response = await next();
	services.waitUntil(viewer.keepAlive().catch((error) => console.error("session keep-alive", error)));
	return response;
};
