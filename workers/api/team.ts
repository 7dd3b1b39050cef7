import { Hono } from "hono";
import { completeJobSchema } from "~/features/orders/job.schema";
import type { ListedProblem } from "~/features/problems/problems.server";
import { parse } from "~/lib/parse";
import { requireTeamToken } from "../gates/team-token";
import type { HttpEnv } from "../http-env";
import { failureJson } from "./failure";
import { readJson } from "./read-json";
import { teamFiscalApi } from "./team-fiscal";
import { teamRefundsApi } from "./team-refunds";

/** The back office's API for jobs, refunds, tax documents and bank statements. All requests are idempotent. */
export const teamApi = new Hono<HttpEnv>()
	.use("/team/*", requireTeamToken)
	.route("/", teamRefundsApi)
	.route("/", teamFiscalApi)

	.get("/team/problems", async (c) => c.json({ problems: (await c.get("services").problems.open()).map(problemView) }))

	.post("/team/jobs/:jobId/complete", async (c) => {
		const body = await readJson(c);
		const input = body.ok ? parse(completeJobSchema, body.value) : body;
		if (!input.ok) return failureJson(c, input.error);
		const done = await c.get("services").orders.completeJob(c.req.param("jobId"), input.value);
		return done.ok ? c.json({ state: "done" }) : failureJson(c, done.error);
	})

	// The body is the file, as the bank gave it.
	.post("/team/bank-statements", async (c) => {
		const imported = await c
			.get("services")
			.payments.bank.importStatement(await c.req.text(), c.req.query("account") || undefined);
		return imported.ok ? c.json(imported.value) : failureJson(c, imported.error);
	});

const problemView = ({ since, lastSeenAt, ...problem }: ListedProblem) => ({
	...problem,
	since: new Date(since).toISOString(),
	lastSeen: new Date(lastSeenAt).toISOString(),
});
