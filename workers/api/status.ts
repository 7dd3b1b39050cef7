import { Hono } from "hono";
import type { HttpEnv } from "../http";

/** Is the backend there? Plain text for the status page, JSON with each dependency for monitors. */
export const statusApi = new Hono<HttpEnv>()
	.get("/status", (c) => c.text(c.get("services").health.summary()))
	.get("/health", async (c) => {
		const report = await c.get("services").health.report();
		return c.json(report, report.ok ? 200 : 503);
	});
