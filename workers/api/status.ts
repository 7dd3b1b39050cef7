import { type Context, Hono } from "hono";
import { cache } from "hono/cache";
import { hasHealthToken } from "../gates/health-token";
import type { HttpEnv } from "../http-env";

/** Plain text for the status page, JSON for monitors. 503 if a dependency does not answer. */
export const statusApi = new Hono<HttpEnv>()
	.get("/status", (c) => c.text(c.get("services").health.summary()))
	// In the cache of the data centre, because every visitor of the home page may ask.
	.get(
		"/uptime",
		cache({ cacheName: "uptime", cacheControl: "public, max-age=3600", keyGenerator: () => "figure" }),
		async (c) => c.json(await c.get("services").uptime.figure()),
	)
	.get("/health", async (c) => {
		const report = await c.get("services").health.report();
		const { ok, checkedAt } = report;
		return c.json(mayReadDetails(c) ? report : { ok, checkedAt }, ok ? 200 : 503);
	});

/** Details are not public, because they would help an attacker. Staff see them at the desk, unless the database is down. */
function mayReadDetails(c: Context<HttpEnv>): boolean {
	const config = c.get("config");
	return config.ENVIRONMENT === "local" || hasHealthToken(c.req.raw, config);
}
