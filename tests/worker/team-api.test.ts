import { env } from "cloudflare:workers";
import { expect, test } from "vitest";
import { aClient } from "../support/accounts";
import { aSession } from "../support/factories";
import { aKey, aTeamProject } from "../support/projects";
import { call, type Sent, token } from "../support/team-api";

/** Number of recorded refusals. */
const denied = async () =>
	(
		await env.DB.prepare(
			"select coalesce(sum(count), 0) as n from security_events where kind = 'access_denied' and user_id is null",
		).first<{ n: number }>()
	)?.n ?? 0;

const all = [
	["GET", "/projects"],
	["GET", "/projects/ID"],
	["PATCH", "/projects/ID"],
	["POST", "/projects/ID/posts"],
	["POST", "/projects/ID/tasks"],
	["PUT", "/projects/ID/tasks/x/assignee"],
	["PUT", "/projects/ID/tasks/x/completed"],
	["DELETE", "/projects/ID"],
	["GET", ""],
] as const;

const bodyFor = (method: string) => (method === "GET" ? undefined : { by: "neema", body: "x", name: "x" });

test("without a configured token the team API does not exist", async () => {
	const { id } = await aTeamProject();
	for (const [method, path] of all) {
		const sent = { method, body: bodyFor(method), configured: undefined, headers: { "Idempotency-Key": aKey() } };
		const { status, json, headers } = await call(path.replace("ID", id), sent);
		expect([status, json, headers.get("Allow")], `${method} ${path}`).toEqual([
			404,
			{ error: "This API has no such address." },
			null,
		]);
	}
});

test("a missing or wrong token, or a customer's session, gets nothing and changes nothing", async () => {
	const { id, posts, user } = await aTeamProject();
	const session = await aSession(user);
	const before = await denied();
	const wrong = [
		"",
		"Bearer ",
		`Bearer ${token}x`,
		`Bearer ${token.slice(1)}`,
		`Basic ${token}`,
		`Bearer ${session.token}`,
	];
	for (const Authorization of wrong) {
		for (const [method, path] of all) {
			const headers = { Authorization, "Idempotency-Key": aKey() };
			const {
				status,
				json,
				headers: answered,
			} = await call(path.replace("ID", id), {
				method,
				body: bodyFor(method),
				headers,
			});
			expect([status, Object.keys(json), answered.get("WWW-Authenticate")], `${method} ${path}`).toEqual([
				401,
				["error"],
				"Bearer",
			]);
		}
	}
	const cookie = await call("/projects", { headers: { Cookie: session.cookie, Authorization: "" } });
	expect(cookie.status).toBe(401);
	expect((await denied()) - before, "recorded").toBe(wrong.length * all.length + 1);
	expect(await posts()).toEqual([]);
});

test("wrong tokens from one network are one database write a minute", async () => {
	const counters = async () => (await env.DB.prepare("select count(*) as n from rate_counters").first("n")) ?? 0;
	const before = [await denied(), await counters()];
	const headers = { "CF-Connecting-IP": aClient().key, Authorization: "Bearer wrong" };
	for (let guess = 0; guess < 30; guess += 1) expect((await call("/projects", { headers })).status).toBe(401);
	const [recorded, counted] = [await denied(), await counters()];
	// Two if a new minute began during the test.
	expect(recorded - Number(before[0])).toBeGreaterThanOrEqual(1);
	expect(recorded - Number(before[0])).toBeLessThanOrEqual(2);
	expect(counted).toBe(before[1]);
});

test("the team's token gives no access to customers' addresses", async () => {
	const { sessions } = await aTeamProject();
	expect(await sessions.viewer({ cookie: null, authorization: `Bearer ${token}` }).customer()).toBeNull();
});

test("the back office reads a customer's project and works in it", async () => {
	const { id, user, posts, tasks, find, logTexts } = await aTeamProject({ fields: { client: "Mama Njeri" } });
	const found = await call(`/projects?q=${encodeURIComponent(user.email)}`);
	expect(found.json.projects).toMatchObject([
		{ id, name: "Booking site", status: "planned", customer: { name: "Amina Otieno", email: user.email } },
	]);
	const key = { "Idempotency-Key": aKey() };
	const post = { method: "POST", body: { by: "neema", body: "Hello" }, headers: key };
	const [first, again] = [await call(`/projects/${id}/posts`, post), await call(`/projects/${id}/posts`, post)];
	expect([first.status, again.status, again.json]).toEqual([201, 201, first.json]);
	expect(await posts()).toHaveLength(1);
	const task = await call(`/projects/${id}/tasks`, {
		method: "POST",
		body: { by: "juma", name: "Logo" },
		headers: { "Idempotency-Key": aKey() },
	});
	const taskPath = `/projects/${id}/tasks/${task.json.id}`;
	const put = { method: "PUT", body: { by: "juma", assignee: "customer" } };
	expect((await call(`${taskPath}/assignee`, put)).status).toBe(200);
	expect((await call(`${taskPath}/completed`, { method: "PUT", body: { by: "juma", completed: true } })).status).toBe(
		200,
	);
	expect(await tasks()).toMatchObject([{ name: "Logo", completed: true, assignee: { id: "customer" } }]);
	const moved = { by: "neema", status: "in-progress", dueDate: "2027-02-01" };
	expect((await call(`/projects/${id}`, { method: "PATCH", body: moved })).status).toBe(200);
	expect(await find()).toMatchObject({ status: "in-progress", progress: 100 });
	expect(await logTexts()).toHaveLength(5);
	const room = await call(`/projects/${id}`);
	expect(room.json).toMatchObject({
		dueDate: "2027-02-01",
		tasks: [{ name: "Logo", completed: true }],
		posts: [{ by: "team", author: "Neema Wafula", body: "Hello" }],
	});
});

test("an invalid request is a 400 that names the field, and a missing row a 404", async () => {
	const { id, posts } = await aTeamProject();
	const headers = { "Idempotency-Key": aKey() };
	const post = (body: unknown, more: Sent = {}) =>
		call(`/projects/${id}/posts`, { method: "POST", body, headers, ...more });
	expect(await post({ by: "nobody", body: "x" })).toMatchObject({ status: 400, json: { fields: { by: /team/ } } });
	expect(await post({ by: "neema", body: " " })).toMatchObject({ status: 400, json: { fields: { body: /Write/ } } });
	expect(await post(["x"])).toMatchObject({ status: 400 });
	expect(await post(null)).toMatchObject({ status: 400 });
	expect(await post({ by: "neema", body: "x" }, { headers: {} })).toMatchObject({
		status: 400,
		json: { error: expect.stringContaining("Idempotency-Key") },
	});
	expect(await post({ by: "neema", body: "x" }, { headers: { "Idempotency-Key": "short" } })).toMatchObject({
		status: 400,
		json: { fields: { key: expect.any(String) } },
	});
	const wrong = { by: "neema", progress: 101, status: "lost", dueDate: "soon" };
	const patched = await call(`/projects/${id}`, { method: "PATCH", body: wrong });
	expect([patched.status, Object.keys(patched.json.fields ?? {}).toSorted()]).toEqual([
		400,
		["dueDate", "progress", "status"],
	]);
	expect((await call("/projects/prj_absent")).status).toBe(404);
	const absent = { method: "PUT", body: { by: "neema", completed: true } };
	expect((await call(`/projects/${id}/tasks/tsk_absent/completed`, absent)).status).toBe(404);
	for (const [path, allowed] of [
		["", "GET, PATCH"],
		["/posts", "POST"],
		["/tasks/x/completed", "PUT"],
	]) {
		const { status, headers: answered } = await call(`/projects/${id}${path}`, { method: "DELETE" });
		expect([status, answered.get("Allow")], `${path}`).toEqual([405, allowed]);
	}
	expect(await posts()).toEqual([]);
});

test("a network beyond its limit gets a 429 with a retry time", async () => {
	const headers = { "CF-Connecting-IP": aClient().key, Authorization: "Bearer wrong" };
	const limit = 120;
	// Twice the limit and five more, because a new minute may begin during the test.
	const answers = await Promise.all(Array.from({ length: 2 * limit + 5 }, () => call("/projects", { headers })));
	const refused = answers.filter(({ status }) => status === 429);
	expect(refused.length).toBeGreaterThanOrEqual(5);
	expect(answers.length - refused.length).toBeGreaterThanOrEqual(limit);
	expect(refused[0]?.headers.get("Retry-After")).toMatch(/^\d+$/);
});
