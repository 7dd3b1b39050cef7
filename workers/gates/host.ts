import type { MiddlewareHandler } from "hono";
import type { HttpEnv } from "../http-env";
import { refuse } from "./refuse";

const loopback = new Set(["localhost", "127.0.0.1", "[::1]"]);

/** Answers only to the shop's own name; the build and a developer's machine ask by a loopback name. */
export const hostGate: MiddlewareHandler<HttpEnv> = async (c, next) => {
	// The Host header becomes part of the address unchecked; every gate after this one parses it.
	const asked = URL.parse(c.req.url)?.hostname;
	if (asked === undefined) return refuse(c, 400, "The address is malformed.");
	const own = new URL(c.get("config").APP_ORIGIN).hostname;
	if (asked === own || loopback.has(asked)) return next();
	return refuse(c, 421, "There is no such site here.");
};
