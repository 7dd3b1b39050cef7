import { Hono } from "hono";
import type { HttpEnv } from "../http-env";
import { failureJson } from "./failure";

/** The back office's API for documents that the tax authority signs. `teamApi` checks the token. */
export const teamFiscalApi = new Hono<HttpEnv>()
	.get("/team/tax-documents", async (c) => c.json(await c.get("services").fiscal.unsigned()))

	.post("/team/tax-documents/:documentId/retry", async (c) => {
		const done = await c.get("services").fiscal.retry(c.req.param("documentId"));
		return done.ok ? c.json(done.value) : failureJson(c, done.error);
	});
