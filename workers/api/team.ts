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

/** The back office's API for jobs, refunds and tax documents. All requests are idempotent. */
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
	});

const problemView = ({ since, lastSeenAt, ...problem }: ListedProblem) => ({
	...problem,
	since: new Date(since).toISOString(),
	lastSeen: new Date(lastSeenAt).toISOString(),
});
