import { createExecutionContext, waitOnExecutionContext } from "cloudflare:test";
import { env, exports } from "cloudflare:workers";
import { Hono } from "hono";
import { describe, expect, test, vi } from "vitest";
import { createKnownDevices } from "~/features/accounts/known-devices";
import { MINUTE } from "~/lib/durations";
import { randomToken } from "~/lib/ids";
import { configOf } from "~/platform/config";
import { loader } from "~/routes/desk/health";
import { createApi } from "../../workers/api/api";
import { rateGate } from "../../workers/gates/rate-gate";
import { createHttp } from "../../workers/http";
import type { HttpEnv } from "../../workers/http-env";
import settings from "../../wrangler.toml?raw";
import { testServices } from "../support/factories";
import { aSignedInMember, deskArgs, statusOf } from "../support/staff";

const origin = "https://kikoa.test";
const fetchShop = (path: string, init: RequestInit = {}) =>
	exports.default.fetch(new Request(new URL(path, origin), { redirect: "manual", ...init }));

let clients = 0;
const newClient = () => ({ "CF-Connecting-IP": `10.0.${clients >> 8}.${clients++ & 255}` });

const apiRoutes = createApi()
	.routes.filter(({ method }) => method !== "ALL")
	.map(({ method, path }) => ({ method, path: `/api${path.replace(/:\w+/g, "x")}` }));
const mutating = apiRoutes.filter(
	({ method, path }) => method !== "GET" && !/^\/api\/(payments\/|mail\/events$)/.test(path),
);
const pages = ["/login", "/login.data", "/register", "/cart", "/checkout", "/dashboard", "/logout", "/anything/else"];

const foreign: Record<string, Record<string, string>> = {
	"an evil Origin": { Origin: "https://evil.example" },
	"a null Origin": { Origin: "null" },
	"a sibling Origin": { Origin: "https://shop.kikoa.test" },
	"an Origin that starts like ours": { Origin: "https://kikoa.test.evil.example" },
	"no Origin but a cookie": { Cookie: "__Host-session=x" },
	"an evil Referer": { Referer: "https://evil.example/?https://kikoa.test/" },
	"a malformed Referer": { Referer: "kikoa.test", Cookie: "__Host-session=x" },
	"a null Origin and our Referer": { Origin: "null", Referer: `${origin}/login` },
	"Sec-Fetch-Site: cross-site and our Referer": { "Sec-Fetch-Site": "cross-site", Referer: `${origin}/login` },
	"Sec-Fetch-Site: cross-site": { "Sec-Fetch-Site": "cross-site", Origin: origin },
	"Sec-Fetch-Site: same-site": { "Sec-Fetch-Site": "same-site" },
	"Sec-Fetch-Site: none": { "Sec-Fetch-Site": "none" },
};

test("an answer that the browser's copy is current replaces neither the policy nor the caching of that copy", async () => {
	const request = new Request(`${origin}/anything`, { headers: newClient() });
	const { status, headers } = await createHttp(async () => new Response(null, { status: 304 })).fetch(request, env);
	expect([status, headers.get("Content-Security-Policy"), headers.get("Cache-Control")]).toEqual([304, null, null]);
});

test("a refusal is one line in the operator's log, without the query, which may have a token", async () => {
	const warn = vi.spyOn(console, "warn").mockImplementation(() => {});
	// Other tests may have filled this minute's lines. The next minute begins with how many were left out.
	const later = Date.now() + 2 * MINUTE;
	const clock = vi.spyOn(Date, "now").mockImplementation(() => later);
	const headers = { ...newClient(), Origin: "https://evil.example" };
	const response = await createHttp(async () => new Response("rendered")).fetch(
		new Request(`${origin}/reset-password?token=secret`, { method: "POST", headers }),
		env,
	);
	expect(response.status).toBe(403);
	clock.mockRestore();
	const lines = warn.mock.calls
		.map(([line]) => JSON.parse(String(line)))
		.filter(({ event }) => event !== "lines_left_out");
	expect(lines).toMatchObject([
		{ event: "request_refused", status: 403, method: "POST", path: "/reset-password", requestId: expect.any(String) },
	]);
	expect(JSON.stringify(lines)).not.toContain("secret");
	warn.mockRestore();
});

test("a flood of refused requests fills the operator's log with at most 60 lines a minute", async () => {
	const warn = vi.spyOn(console, "warn").mockImplementation(() => {});
	const http = createHttp(async () => new Response("rendered"));
	for (let count = 0; count < 200; count += 1) {
		const headers = { ...newClient(), Origin: "https://evil.example" };
		expect((await http.fetch(new Request(`${origin}/login`, { method: "POST", headers }), env)).status).toBe(403);
	}
	expect(warn.mock.calls.length).toBeGreaterThan(0);
	// Twice if a new minute begins during the test, with one line for the number left out.
	expect(warn.mock.calls.length).toBeLessThanOrEqual(121);
	warn.mockRestore();
});

describe.each(Object.entries(foreign))("a write with %s", (_, headers) => {
	test("is refused by every page and every API address, and nothing runs", async () => {
		const render = vi.fn(async () => new Response("rendered"));
		const http = createHttp(render);
		for (const { method, path } of [...mutating, ...pages.map((path) => ({ method: "POST", path }))]) {
			const ctx = createExecutionContext();
			const request = new Request(new URL(path, origin), {
				method,
				headers: { ...headers, ...newClient() },
				body: "a=1",
			});
			const response = await http.fetch(request, env, ctx);
			await waitOnExecutionContext(ctx);
			expect(response.status, `${method} ${path}`).toBe(403);
		}
		expect(render).not.toHaveBeenCalled();
	});
});

test("only the exact webhook path accepts a write without an origin", async () => {
	const headers = { Origin: "https://evil.example" };
	for (const [path, status] of [
		["/api/payments/no-such-provider", 404],
		["/api/mail/events", 404],
		["/api/mail/events/x", 403],
		["/api%2fpayments%2fsandbox", 403],
		["/api%2Fpayments/x", 403],
		["/%61pi/payments/sandbox", 403],
		["/API/payments/sandbox", 403],
		["//api/payments/sandbox", 403],
	] as const) {
		const request = new Request(`${origin}${path}`, {
			method: "POST",
			headers: { ...headers, ...newClient() },
			body: "{}",
		});
		expect((await exports.default.fetch(request)).status, path).toBe(status);
	}
});

test("a write from the shop's own pages is accepted with any of the three headers", async () => {
	for (const [name, value] of [
		["Sec-Fetch-Site", "same-origin"],
		["Origin", origin],
		["Referer", `${origin}/login?next=/cart`],
	] as const) {
		const response = await fetchShop("/login", {
			method: "POST",
			headers: { [name]: value, Cookie: "__Host-session=x", ...newClient() },
			body: "a=1",
		});
		expect(await response.text()).toBe("a page");
	}
});

test("a GET on an API address for writes is a 405 that names the right method", async () => {
	const readable = new Set(apiRoutes.filter(({ method }) => method === "GET").map(({ path }) => path));
	const open = mutating.filter(({ path }) => !readable.has(path));
	for (const { method, path } of open) {
		const response = await fetchShop(path, { headers: newClient() });
		expect(response.status, path).toBe(405);
		expect(response.headers.get("Allow")).toContain(method);
	}
	expect((await fetchShop("/api/status", { method: "POST", headers: newClient() })).status).toBe(405);
});

test("a page that refuses a method says which ones it has", async () => {
	const allowed = async (headers: Record<string, string>) => {
		const http = createHttp(async () => new Response(null, { status: 405, headers }));
		const context = createExecutionContext();
		const request = new Request(`${origin}/pricing`, { headers: newClient() });
		return (await http.fetch(request, env, context)).headers.get("Allow");
	};
	expect(await allowed({})).toBe("GET, HEAD");
	expect(await allowed({ Allow: "POST" })).toBe("POST");
});

test("an invalid host name is refused", async () => {
	const request = new Request(`${origin}/login`, { headers: newClient() });
	for (const url of ["http://a b/login", "http://[/login", "http://kikoa.test:99999/api/status"]) {
		// workerd copies the Host header into the URL unchecked, but a Request made here refuses it.
		const malformed = new Proxy(request, {
			get(target, key) {
				if (key === "url") return url;
				const value = Reflect.get(target, key);
				return typeof value === "function" ? value.bind(target) : value;
			},
		});
		const ctx = createExecutionContext();
		const response = await createHttp(async () => new Response("a page")).fetch(malformed, env, ctx);
		await waitOnExecutionContext(ctx);
		expect(response.status, url).toBe(400);
		expect(response.headers.get("X-Content-Type-Options"), url).toBe("nosniff");
	}
});

test("a request for another host is refused", async () => {
	const response = await exports.default.fetch(new Request("https://evil.example/login", { headers: newClient() }));
	expect(response.status).toBe(421);
});

test("every kind of response has the security headers, and each page a new nonce", async () => {
	const answers = {
		page: await fetchShop("/cart", { headers: newClient() }),
		json: await fetchShop("/api/nothing", { headers: newClient() }),
		text: await fetchShop("/api/status", { headers: newClient() }),
		refusal: await fetchShop("/login", { method: "POST", headers: { Origin: "null", ...newClient() }, body: "a" }),
		unsupported: await fetchShop("/", { method: "PROPFIND", headers: newClient() }),
	};
	for (const [name, { headers }] of Object.entries(answers)) {
		expect(headers.get("X-Content-Type-Options"), name).toBe("nosniff");
		expect(headers.get("Strict-Transport-Security"), name).toMatch(/max-age=\d{8}/);
		expect(headers.get("Content-Security-Policy"), name).toMatch(/frame-ancestors 'none'/);
		expect(headers.get("Referrer-Policy"), name).toBeTruthy();
		expect(headers.get("Cache-Control"), name).toBe("private, no-store");
		expect(headers.get("X-Request-Id"), name).toMatch(/^[0-9a-f-]{36}$/);
	}
	const nonce = (response: Response) =>
		/'nonce-([^']+)'/.exec(response.headers.get("Content-Security-Policy") ?? "")?.[1];
	const again = await fetchShop("/cart", { headers: newClient() });
	expect(nonce(answers.page)).toBeTruthy();
	expect(nonce(again)).not.toBe(nonce(answers.page));
	expect(again.headers.get("Content-Security-Policy")).not.toContain("unsafe-inline");
});

test("pages with a one-time token never send their address as a referrer", async () => {
	for (const path of ["/verify-email?token=x", "/reset-password?token=x", "/reset-password.data?token=x"]) {
		expect((await fetchShop(path, { headers: newClient() })).headers.get("Referrer-Policy")).toBe("strict-origin");
	}
});

test("a page under another spelling redirects to its own, and a missing file is a 404", async () => {
	for (const [asked, own] of [
		["/cart/?a=1", "/cart?a=1"],
		[`${origin}//evil.example/`, "/evil.example"],
		["/Transfer", "/transfer"],
	] as const) {
		const response = await fetchShop(asked, { headers: newClient() });
		expect([response.status, response.headers.get("Location")], asked).toEqual([308, own]);
	}
	const posted = await fetchShop("/login/", {
		method: "POST",
		headers: { Origin: origin, ...newClient() },
		body: "a=1",
	});
	expect(await posted.text()).toBe("a page");
	const file = await fetchShop("/assets/gone-12345678.js", { headers: newClient() });
	expect([file.status, (await file.text()).length < 1_000]).toEqual([404, true]);
});

test("no response can be read by another origin", async () => {
	for (const method of ["GET", "OPTIONS"]) {
		const response = await fetchShop("/api/health", {
			method,
			headers: { Origin: "https://evil.example", ...newClient() },
		});
		expect(response.headers.get("Access-Control-Allow-Origin")).toBeNull();
	}
});

test("the rate limit applies to every spelling of a path, and says when to retry", async () => {
	const headers = newClient();
	const tooMany = { ...env, RATE_SEARCH: fixedWindow(6, () => 0) } as Env;
	const http = createHttp(async () => new Response("a page"));
	const ask = async (path: string, from = headers) => {
		const ctx = createExecutionContext();
		const response = await http.fetch(new Request(new URL(path, origin), { headers: from }), tooMany, ctx);
		await waitOnExecutionContext(ctx);
		return response;
	};
	const spellings = ["/domains/search?q=a", "/DOMAINS//search/?q=b", "/domains/search.data?q=c"];
	for (let n = 0; n < 6; n += 1) expect((await ask(spellings[n % 3] ?? "/")).status).not.toBe(429);
	for (const spelling of spellings) {
		const refused = await ask(spelling);
		expect(refused.status).toBe(429);
		expect(Number(refused.headers.get("Retry-After"))).toBeGreaterThan(0);
	}
	expect((await ask("/domains/search?q=d", newClient())).status).not.toBe(429);
});

/** Counts as the binding does, per minute of the clock. */
function fixedWindow(limit: number, clock: () => number): RateLimit {
	const counts = new Map<string, number>();
	return {
		async limit({ key }) {
			const window = `${key} ${Math.floor(clock() / 60_000)}`;
			counts.set(window, (counts.get(window) ?? 0) + 1);
			return { success: (counts.get(window) ?? 0) <= limit };
		},
	};
}

test("the rate limits of wrangler.toml let 1,000 customers behind one address sign in beside an attacker", async () => {
	const limits = [...settings.matchAll(/name = "RATE_AUTH"[^{]*\{ limit = (\d+), period = 60 \}/g)].map(([, n]) =>
		Number(n),
	);
	expect(limits).toHaveLength(2);
	for (const limit of limits) {
		let now = 0;
		const tooMany = { ...env, RATE_AUTH: fixedWindow(limit, () => now) } as Env;
		const gate = new Hono<HttpEnv>()
			.use((c, next) => {
				c.set("config", configOf(c.env));
				return next();
			}, rateGate)
			.post("/login", (c) => c.text("a page"));
		const client = newClient();
		const post = async (cookie = "") => {
			const request = new Request(`${origin}/login`, { method: "POST", headers: { ...client, cookie } });
			return (await gate.fetch(request, tooMany)).status;
		};
		const refused = new Set<number>();
		for (let customer = 0; customer < 1_000; customer += 1) {
			now = customer * 600;
			// Two by the attacker, then the customer's attempt and its repetition with a proof of work.
			for (let request = 0; request < 4; request += 1) refused.add(await post());
		}
		expect([...refused]).toEqual([200]);
		// A flood from the address blocks new devices for the rest of the minute, but no known ones.
		for (let request = 0; request <= limit; request += 1) await post();
		expect(await post()).toBe(429);
		const device = createKnownDevices([env.TOKEN_SECRET], randomToken).remember({ device: null }, "usr_a");
		expect(await post(`__Host-device=${device}`)).toBe(200);
		expect(await post(`__Host-device=${device.replace(/^.{16}/, "x".repeat(16))}`)).toBe(429);
	}
}, 60_000);

test("pages are served when the rate limiter fails", async () => {
	const warn = vi.spyOn(console, "warn").mockReturnValue();
	const broken = { ...env, RATE_PAGES: { limit: () => Promise.reject(new Error("limiter down")) } } as Env;
	const http = createHttp(async () => new Response("a page"));
	const ctx = createExecutionContext();
	const response = await http.fetch(new Request(`${origin}/`, { headers: newClient() }), broken, ctx);
	expect(response.status).toBe(200);
	expect(warn).toHaveBeenCalled();
	warn.mockRestore();
});

/** The gates with this auth rate limiter. */
async function behindRateLimit(limit: () => Promise<{ success: boolean }>, init: RequestInit, path = "/login") {
	const made: string[] = [];
	const watched = new Proxy({ ...env, RATE_AUTH: { limit } } as Env, {
		get(target, name) {
			if (name === "DB") made.push(name);
			return Reflect.get(target, name);
		},
	});
	const ctx = createExecutionContext();
	const request = new Request(origin + path, { method: "POST", ...init });
	const { status } = await createHttp(async () => new Response("a page")).fetch(request, watched, ctx);
	await waitOnExecutionContext(ctx);
	return { status, made };
}

test("a request beyond the rate limit is refused before its body is read or a service is created", async () => {
	let pulled = 0;
	const body = new ReadableStream(
		{
			pull(controller) {
				pulled += 1;
				controller.enqueue(new Uint8Array(1_024));
			},
		},
		{ highWaterMark: 0 },
	);
	const headers = { Origin: origin, ...newClient() };
	expect(await behindRateLimit(async () => ({ success: false }), { headers, body })).toEqual({ status: 429, made: [] });
	expect(pulled).toBe(0);
	const passed = await behindRateLimit(async () => ({ success: true }), { headers, body: "a=1" });
	expect(passed).toMatchObject({ status: 200, made: expect.arrayContaining(["DB"]) });
});

test.each(["/register", "/checkout", "/Checkout/", "/checkout.data"])(
	"POST %s may hash a password, so it has the limit of the sign-in",
	async (path) => {
		const init = { headers: { Origin: origin, ...newClient() }, body: "a=1" };
		expect(await behindRateLimit(async () => ({ success: false }), init, path)).toEqual({ status: 429, made: [] });
	},
);

test("requests sent by another site don't count towards their visitors' limits", async () => {
	const limit = vi.fn(async () => ({ success: true }));
	for (const headers of Object.values(foreign)) {
		const refused = await behindRateLimit(limit, { headers: { ...headers, ...newClient() }, body: "a=1" });
		expect(refused).toEqual({ status: 403, made: [] });
	}
	expect(limit).not.toHaveBeenCalled();
});

test.each([
	["a body of 65 KB", 413, { method: "POST", body: "x".repeat(65 * 1024) }],
	["a chunked body of 100 MB", 413, { method: "POST", body: endless() }],
	["a method that is not ours", 501, { method: "PROPFIND" }],
] as const)("%s is refused with %i", async (_, status, init) => {
	const headers = { "Sec-Fetch-Site": "same-origin", ...newClient() };
	const response = await fetchShop("/api/userauth/login", { ...init, headers } as RequestInit);
	expect(response.status).toBe(status);
});

test("an address that is too long, can't be decoded or contains NUL is refused", async () => {
	expect((await fetchShop(`/?q=${"x".repeat(9000)}`, { headers: newClient() })).status).toBe(414);
	expect((await fetchShop("/%ff", { headers: newClient() })).status).toBe(400);
	expect((await fetchShop("/a%00b", { headers: newClient() })).status).toBe(400);
});

test("headers of 64 KB are refused", async () => {
	const response = await fetchShop("/", { headers: { Cookie: "a".repeat(64 * 1024), ...newClient() } });
	expect(response.status).toBe(431);
});

test("an overloaded database gives a 503 with a retry time, not a 500", async () => {
	const warn = vi.spyOn(console, "warn").mockReturnValue();
	const overloaded = new Proxy(env.DB, {
		get: (target, key) =>
			key === "batch"
				? () => Promise.reject(new Error("D1 DB is overloaded. Requests queued for too long."))
				: Reflect.get(target, key),
	});
	const http = createHttp(async (_request, context) => {
		const { servicesContext } = await import("~/context");
		const { rateCounters } = await import("~/db/schema");
		const { db } = context.get(servicesContext);
		await db.read(db.orm.select().from(rateCounters)).catch(() => undefined);
		return new Response("the page's error boundary", { status: 500 });
	});
	const ctx = createExecutionContext();
	const response = await http.fetch(
		new Request(`${origin}/`, { headers: newClient() }),
		{ ...env, DB: overloaded } as Env,
		ctx,
	);
	expect(response.status).toBe(503);
	expect(response.headers.get("Retry-After")).toBe("5");
	warn.mockRestore();
});

/** The health report of a Worker with these settings. */
async function health(settings: Partial<Env & { HEALTH_TOKEN: string }>, authorization?: string) {
	const ctx = createExecutionContext();
	const headers = { ...newClient(), ...(authorization && { Authorization: authorization }) };
	const http = createHttp(async () => new Response("a page"));
	const response = await http.fetch(new Request(`${origin}/api/health`, { headers }), { ...env, ...settings }, ctx);
	await waitOnExecutionContext(ctx);
	expect(response.status).toBe(200);
	return (await response.json()) as { ok: boolean; dependencies: { name: string; isNeeded: boolean }[] };
}

const healthToken = "token-of-the-monitor-0000000000000000000000";

test("the public health check shows only whether the shop works", async () => {
	for (const [settings, authorization] of [
		[{}, undefined],
		[{}, "Bearer undefined"],
		[{ HEALTH_TOKEN: healthToken }, undefined],
		[{ HEALTH_TOKEN: healthToken }, `Bearer ${healthToken}x`],
		[{ HEALTH_TOKEN: healthToken }, `Basic ${healthToken}`],
	] as const) {
		const report = await health(settings, authorization);
		expect(Object.keys(report)).toEqual(["ok", "checkedAt"]);
		expect(report.ok).toBe(true);
	}
});

test.each([
	["the monitor's token", { HEALTH_TOKEN: healthToken }, `Bearer ${healthToken}`],
	["a developer's machine", { ENVIRONMENT: "local" as const }, undefined],
] as const)("the health report for %s names each dependency", async (_, settings, authorization) => {
	const report = await health(settings as Partial<Env>, authorization);
	expect(report.dependencies.map(({ name, isNeeded }) => [name, isNeeded])).toEqual(
		expect.arrayContaining([
			["Database", true],
			["Token store", true],
			["File store", true],
		]),
	);
});

test("the desk shows what works to those who may change services", async () => {
	await testServices().uptime.check();
	const { cookie } = await aSignedInMember(["manager"]);
	const services = testServices();
	const shown = await loader(deskArgs({ services, cookie, address: "/desk/settings/health" }) as never);
	expect(services.db.roundTrips).toBe(1);
	expect(shown).toMatchObject({ ok: true, waiting: { count: expect.any(String) } });
	expect(shown.parts).toEqual(
		expect.arrayContaining([expect.objectContaining({ name: "Database", state: "working" })]),
	);
	const support = await aSignedInMember(["support"]);
	const refused = await loader(deskArgs({ cookie: support.cookie, address: "/desk/settings/health" }) as never).catch(
		(thrown: unknown) => thrown,
	);
	expect(statusOf(refused)).toBe(404);
});

/** An endless body without a declared length. */
function endless(): ReadableStream<Uint8Array> {
	const chunk = new Uint8Array(64 * 1024);
	let sent = 0;
	return new ReadableStream({
		pull(controller) {
			if (sent > 100 * 1024 * 1024) return controller.close();
			sent += chunk.byteLength;
			controller.enqueue(chunk);
		},
	});
}

test("a form sent by script learns where its redirect leads, with the cookies, and the browser does not follow it", async () => {
	const redirect = { status: 303, headers: { Location: "/cart", "Set-Cookie": "session=x" } };
	const http = createHttp(async () => new Response(null, redirect));
	const send = (headers: Record<string, string>) =>
		http.fetch(
			new Request(`${origin}/cart`, { method: "POST", headers: { ...newClient(), Origin: origin, ...headers } }),
			env,
			createExecutionContext(),
		);
	const [native, live] = [await send({}), await send({ "X-Live-Form": "1" })];
	expect([native.status, live.status]).toEqual([303, 204]);
	expect(live.headers.get("Location")).toBe("/cart");
	expect(live.headers.get("Set-Cookie")).toBe("session=x");
	expect(live.headers.get("Cache-Control")).toContain("no-store");
});
