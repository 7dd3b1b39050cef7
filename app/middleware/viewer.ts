import type { MiddlewareFunction } from "react-router";
import { servicesContext, viewerContext } from "~/context";
import { logger } from "~/lib/log.server";

/** The outermost middleware. Sets the viewer of the request and extends the session after the response. */
export const viewer: MiddlewareFunction<Response> = async ({ request, context }, next) => {
	const services = context.get(servicesContext);
	const viewer = services.sessions.viewer({ cookie: request.headers.get("Cookie") });
	context.set(viewerContext, viewer);
	const response = await next();
	services.waitUntil(viewer.keepAlive().catch((error) => logger.error("session_not_extended", { error })));
	return response;
};
