import type { Context, Next } from "hono";
import { logger } from "~/lib/log.server";
import { maskedPath } from "~/lib/masked-path";
import type { HttpEnv } from "../http-env";

/** One line for each request. A page may still be streaming when it is written. */
export async function logRequest(c: Context<HttpEnv>, next: Next): Promise<void> {
	const startedAt = Date.now();
	await next();
	const { pathname = "" } = URL.parse(c.req.url) ?? {};
	logger.info("request", {
		method: c.req.method,
		path: maskedPath(pathname),
		status: c.res.status,
		durationMs: Date.now() - startedAt,
		roundTrips: c.get("services")?.db.roundTrips ?? 0,
	});
}
