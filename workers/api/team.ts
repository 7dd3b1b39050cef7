import { type Context, Hono } from "hono";
import type { z } from "zod";
import { completeJobSchema } from "~/features/orders/job.schema";
import type { ListedProblem } from "~/features/problems/problems.server";
import { teamChanges, teamListSchema } from "~/features/projects/team.schema";
import { teamPostView, teamProjectView, teamTaskView } from "~/features/projects/team-view";
import { parse } from "~/lib/parse";
import { fail } from "~/lib/result";
import { requireTeamToken } from "../gates/team-token";
import type { HttpEnv } from "../http-env";
import { failureJson } from "./failure";
import { readJson } from "./read-json";
import { teamFiscalApi } from "./team-fiscal";
import { teamRefundsApi } from "./team-refunds";

type C = Context<HttpEnv>;
type Change = (typeof teamChanges)[keyof typeof teamChanges];

const project = "/team/projects/:projectId";

/** The back office's API for customers' projects, jobs, refunds, tax documents and bank statements. All requests are idempotent. */
export const teamApi = new Hono<HttpEnv>()
	.use("/team/*", requireTeamToken)
	.route("/", teamRefundsApi)
	.route("/", teamFiscalApi)

	.get("/team/problems", async (c) => c.json({ problems: (await c.get("services").problems.open()).map(problemView) }))

	.get("/team/projects", async (c) => {
		const { items, next } = await c.get("services").team.list(teamListSchema.parse(c.req.query()));
		return c.json({ projects: items.map(teamProjectView), next });
	})

	.get(project, async (c) => {
		const found = await c.get("services").team.find(c.req.param("projectId"));
		if (!found) return failureJson(c, fail("not_found", "There is no such project.").error);
		const { tasks, posts } = found;
		return c.json({
			...teamProjectView(found.project),
			tasks: tasks.map(teamTaskView),
			posts: posts.map(teamPostView),
		});
	})

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
	})

	.patch(project, (c) => change(c, teamChanges.update, { intent: "update" }))

	.post(`${project}/posts`, (c) => create(c, teamChanges.post, { intent: "post" }))

	.post(`${project}/tasks`, (c) => create(c, teamChanges.addTask, { intent: "add-task" }))

	.put(`${project}/tasks/:taskId/assignee`, (c) =>
		change(c, teamChanges.assign, { intent: "assign", taskId: c.req.param("taskId") }),
	)

	.put(`${project}/tasks/:taskId/completed`, (c) =>
		change(c, teamChanges.turn, { intent: "turn", taskId: c.req.param("taskId") }),
	);

const problemView = ({ since, lastSeenAt, ...problem }: ListedProblem) => ({
	...problem,
	since: new Date(since).toISOString(),
	lastSeen: new Date(lastSeenAt).toISOString(),
});

function create(c: C, schema: Change, known: Record<string, string>): Promise<Response> | Response {
	const key = c.req.header("Idempotency-Key");
	if (key !== undefined) return change(c, schema, { ...known, key }, 201);
	const message = "Send an Idempotency-Key header, a new one for each post or task: a repeated request adds nothing.";
	return failureJson(c, fail("invalid", message).error);
}

/** @param known fields from the address and the headers */
async function change(c: C, schema: Change, known: Record<string, string>, status: 200 | 201 = 200) {
	const body = await readJson(c);
	const input = body.ok ? parse<z.ZodType<z.output<Change>>>(schema, { ...Object(body.value), ...known }) : body;
	if (!input.ok) return failureJson(c, input.error);
	const done = await c.get("services").team.change(c.req.param("projectId") ?? "", input.value);
	return done.ok ? c.json(done.value, status) : failureJson(c, done.error);
}
