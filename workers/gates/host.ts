import type { MiddlewareHandler } from "hono";
import type { HttpEnv } from "../http-env";
import { refuse } from "./refuse";

const loopback = new Set(["localhost", "127.0.0.1", "[::1]"]);

/** Accepts only the shop's own host name, and loopback names for the build and local development. */
export const hostGate: MiddlewareHandler<HttpEnv> = async (c, next) => {
	// The address contains the unchecked Host header, and every gate after this one parses it.
	const hostname = URL.parse(c.req.url)?.hostname;
	if (hostname === undefined) return refuse(c, 400, "The address is malformed.");
	const own = new URL(c.get("config").APP_ORIGIN).hostname;
	if (hostname === own || loopback.has(hostname)) return next();
	return refuse(c, 421, "There is no such site here.");
};
