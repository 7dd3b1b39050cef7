import type { MiddlewareFunction } from "react-router";
import { clientContext, requestIdContext, servicesContext, staffContext } from "~/context";
import { logger } from "~/lib/log.server";

/** Sets the sender of a request to the desk, and extends the session after the response. */
export const staffViewer: MiddlewareFunction<Response> = async ({ request, context }, next) => {
	const services = context.get(servicesContext);
	const viewer = services.staff.sessions.viewer({
		cookie: request.headers.get("Cookie"),
		client: context.get(clientContext),
		requestId: context.get(requestIdContext),
	});
	context.set(staffContext, viewer);
	const response = await next();
	services.waitUntil(viewer.keepAlive().catch((error) => logger.error("session_not_extended", { error })));
	return response;
};
