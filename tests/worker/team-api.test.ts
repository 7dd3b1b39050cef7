import { env } from "cloudflare:workers";
import { expect, test } from "vitest";
import { aClient } from "../support/accounts";
import { aSession } from "../support/factories";
import { aKey, aTeamProject } from "../support/projects";
import { call, token } from "../support/team-api";

/** Number of recorded refusals. */
const denied = async () =>
	(
		await env.DB.prepare(
			"select coalesce(sum(count), 0) as n from security_events where kind = 'access_denied' and user_id is null",
		).first<{ n: number }>()
	)?.n ?? 0;

const all = [
	["GET", "/problems"],
	["GET", "/refunds"],
	["POST", "/jobs/x/complete"],
	["POST", "/reviews/x/assign"],
	["DELETE", "/problems"],
	["GET", ""],
] as const;

const bodyFor = (method: string) => (method === "GET" ? undefined : { by: "neema" });

test("without a configured token the team API does not exist", async () => {
	for (const [method, path] of all) {
		const sent = { method, body: bodyFor(method), configured: undefined, headers: { "Idempotency-Key": aKey() } };
		const { status, json, headers } = await call(path, sent);
		expect([status, json, headers.get("Allow")], `${method} ${path}`).toEqual([
			404,
			{ error: "This API has no such address." },
			null,
		]);
	}
});

test("a missing or wrong token, or a customer's session, gets nothing and changes nothing", async () => {
	const { posts, user } = await aTeamProject();
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
			} = await call(path, {
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
	const cookie = await call("/problems", { headers: { Cookie: session.cookie, Authorization: "" } });
	expect(cookie.status).toBe(401);
	expect((await denied()) - before, "recorded").toBe(wrong.length * all.length + 1);
	expect(await posts()).toEqual([]);
});

test("wrong tokens from one network are one database write a minute", async () => {
	const counters = async () => (await env.DB.prepare("select count(*) as n from rate_counters").first("n")) ?? 0;
	const before = [await denied(), await counters()];
	const headers = { "CF-Connecting-IP": aClient().key, Authorization: "Bearer wrong" };
	for (let guess = 0; guess < 30; guess += 1) expect((await call("/problems", { headers })).status).toBe(401);
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

test("a network beyond its limit gets a 429 with a retry time", async () => {
	const headers = { "CF-Connecting-IP": aClient().key, Authorization: "Bearer wrong" };
	const limit = 120;
	// Twice the limit and five more, because a new minute may begin during the test.
	const answers = await Promise.all(Array.from({ length: 2 * limit + 5 }, () => call("/problems", { headers })));
	const refused = answers.filter(({ status }) => status === 429);
	expect(refused.length).toBeGreaterThanOrEqual(5);
	expect(answers.length - refused.length).toBeGreaterThanOrEqual(limit);
	expect(refused[0]?.headers.get("Retry-After")).toMatch(/^\d+$/);
});
