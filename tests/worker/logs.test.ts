import { createExecutionContext, waitOnExecutionContext } from "cloudflare:test";
import { env } from "cloudflare:workers";
import { afterAll, beforeAll, expect, test, vi } from "vitest";
import { servicesContext } from "~/context";
import { users } from "~/db/schema";
import { randomToken } from "~/lib/ids";
import { logger } from "~/lib/log.server";
import { createServices } from "~/services.server";
import { createHttp } from "../../workers/http";
import { consume } from "../../workers/jobs/consume";
import { runSchedule } from "../../workers/jobs/schedule";
import { observe } from "../../workers/observe";
import { createDarajaServer, darajaAccount } from "../services/daraja";
import { createOpenProvider } from "../services/openprovider";
import { createPowerDnsService } from "../services/powerdns";
import { expectConsoleError } from "../support/fail-on-console";
import { readLogs } from "../support/logs";
import { fakeBatch, fakeMessage } from "../support/messages";
import { aCheckout, registration } from "../support/orders";

/** What must not be in the log: whatever the flow below gives to the shop or gets from it. */
const secrets = {
	PASSWORD_PEPPER: "marked-pepper-0000000000000000000000000000",
	TOKEN_SECRET: "marked-token-secret-00000000000000000000000",
	HEALTH_TOKEN: "marked-health-token-000000000000000000000000",
	RESEND_API_KEY: "re_markedResendKey",
	OPENPROVIDER_USERNAME: "marked-openprovider-user",
	OPENPROVIDER_PASSWORD: "marked-openprovider-password",
	POWERDNS_API_KEY: "marked-powerdns-key-0000",
	MPESA_CONSUMER_KEY: darajaAccount.consumerKey,
	MPESA_CONSUMER_SECRET: darajaAccount.consumerSecret,
	MPESA_PASSKEY: darajaAccount.passkey,
};
const person = {
	firstName: "Zawadimarked",
	lastName: "Kiprotichmarked",
	email: "zawadi@marked-mail.co.ke",
	password: "marked long rains in april",
};
const more = { phone: "+254799887766", address: "Markedplot 77", city: "Markedtown", name: "marked-shop.com" };
const markers = new Set([...Object.values(secrets), ...Object.values(person), ...Object.values(more), "799887766"]);

const origin = "https://kikoa.test";
const clock = Date.now;
const daraja = createDarajaServer({ clock });
const openProvider = createOpenProvider({
	...{ clock, username: secrets.OPENPROVIDER_USERNAME, password: secrets.OPENPROVIDER_PASSWORD },
});
const powerDns = createPowerDnsService({ clock, apiKey: secrets.POWERDNS_API_KEY });
const mails: { readonly id: string; readonly to: string; readonly text: string }[] = [];
/** What the mail service answers next, in place of accepting the email. */
let mailFault: (() => Response) | undefined;

async function outside(input: RequestInfo | URL, init?: RequestInit): Promise<Response> {
	const request = new Request(input, init);
	switch (new URL(request.url).hostname) {
		case "sandbox.safaricom.co.ke":
			return daraja.fetch(request);
		case "api.openprovider.test":
			return openProvider.fetch(request.url, request);
		case "dns.kikoa.test":
			return powerDns.fetch(request);
		case "api.resend.com": {
			const answer = mailFault?.();
			mailFault = undefined;
			if (answer) return answer;
			const { to, text } = await request.json<{ to: string[]; text: string }>();
			const id = crypto.randomUUID();
			mails.push({ id, to: to.join(), text });
			return Response.json({ id });
		}
		case "cloudflare-dns.com":
			return Response.json({ Status: 3 });
		case "api.pwnedpasswords.com":
			return new Response("");
		default:
			// The registries' servers: not registered.
			return new Response("{}", { status: 404 });
	}
}

const points: AnalyticsEngineDataPoint[] = [];

/** The shop with real adapters. Its events are delivered by `deliverAll`. */
const shopEnv = {
	...env,
	...secrets,
	...{ LOGS: "json", PAYMENTS: "mpesa", MPESA_SHORTCODE: darajaAccount.shortcode, MAILER: "http" },
	...{ REGISTRARS: "openprovider=*", OPENPROVIDER_URL: "https://api.openprovider.test" },
	...{ DNS: "powerdns", POWERDNS_URL: "https://dns.kikoa.test", BREACHED_PASSWORDS: "http" },
	METRICS: {
		writeDataPoint(point: AnalyticsEngineDataPoint) {
			points.push(point);
			throw new Error("Analytics Engine is down");
		},
	},
	...Object.fromEntries(
		["MAIL_QUEUE", "PROVISIONING_QUEUE", "SCHEDULED_QUEUE"].map((name) => [name, { sendBatch: async () => {} }]),
	),
} as unknown as Env;

const pages = createHttp(async (request, context) => {
	const { db } = context.get(servicesContext);
	const { pathname } = new URL(request.url);
	// A bug that carries data in its message, and a statement that carries data in its values.
	if (pathname === "/broken") throw new Error(`No such customer: ${person.email}`);
	if (pathname === "/conflict")
		await db.orm.insert(users).values({ id: "usr_marked", email: person.email, firstName: person.firstName } as never);
	return new Response("a page");
});

let requests = 0;

async function send(path: string, { json, cookie, ray }: { json?: unknown; cookie?: string; ray?: string } = {}) {
	const headers = {
		"CF-Connecting-IP": `10.77.0.${requests++}`,
		...(ray && { "CF-Ray": ray }),
		...(cookie && { Cookie: cookie }),
		...(json !== undefined && { "Content-Type": "application/json", Origin: origin }),
	};
	const init = json === undefined ? { headers } : { method: "POST", headers, body: JSON.stringify(json) };
	const ctx = createExecutionContext();
	const response = await pages.fetch(new Request(`${origin}${path}`, init), shopEnv, ctx);
	await waitOnExecutionContext(ctx);
	return response;
}

/** Work in a request with this id, such as a page's action. */
async function inRequest<T>(requestId: string, work: (services: ReturnType<typeof createServices>) => Promise<T>) {
	const ctx = createExecutionContext();
	const services = createServices(shopEnv, (later) => ctx.waitUntil(later));
	const result = await observe(shopEnv, requestId, () => work(services));
	await waitOnExecutionContext(ctx);
	return result;
}

/** Delivers the events of the outbox as the queues do, with those that they cause. */
async function deliverAll(): Promise<void> {
	for (let round = 0; round < 12; round += 1) {
		await env.DB.exec("update outbox set next_at = 0 where state = 'new'");
		await env.DB.exec("update jobs set next_at = 0 where state = 'queued'");
		const { results } = await env.DB.prepare("select id from outbox where state = 'new'").all<{ id: string }>();
		if (results.length === 0) return;
		const ctx = createExecutionContext();
		const messages = results.map(({ id }) => fakeMessage({ outboxId: id }));
		await consume(fakeBatch("kikoa-mail", messages), shopEnv, ctx);
		await waitOnExecutionContext(ctx);
	}
}

const newestLink = (path: string) => {
	const found = mails.map(({ text }) => new RegExp(`${path}\\?token=([\\w-]+)`).exec(text)?.[1]).findLast(Boolean);
	markers.add(found ?? "");
	return found ?? "";
};

/** All lines of the flow. */
let logs: ReturnType<typeof readLogs>;
const rays = { order: "8f1a2b3c4d5e6f70-NBO", broken: "8f1a2b3c4d5e6f71-NBO" };
let order: { readonly orderId: string };
let answers: { readonly broken: Response; readonly refused: Response; readonly callback: Response };
let brokenPage: string;

beforeAll(async () => {
	vi.spyOn(globalThis, "fetch").mockImplementation(outside);
	logs = readLogs();

	const registered = await send("/api/userauth/register", { json: { ...person, country: "Kenya", terms: true } });
	expect(registered.status).toBe(201);
	const [browser = ""] = registered.headers.get("Set-Cookie")?.split(";") ?? [];
	markers.add(browser.split("=")[1] ?? "");
	await deliverAll();
	const verified = await send(`/api/userauth/verify-email?token=${newestLink("verify-email")}`, {
		...{ json: {}, cookie: browser },
	});
	const { token = "" } = await verified.json<{ token?: string }>();
	markers.add(token);
	await send("/api/userauth/login", { json: { email: person.email, password: "marked wrong password" } });
	markers.add("marked wrong password");

	order = await inRequest(rays.order, async (services) => {
		const user = await services.sessions.viewer({ cookie: `__Host-session=${token}` }).customer();
		if (!user) throw new Error("not signed in");
		const { input } = await aCheckout(services, { items: [registration(more.name)], customer: user });
		const { firstName, lastName, email } = person;
		const { phone, address, city } = more;
		const contact = { firstName, lastName, email, phone, address, city, country: "Kenya" };
		const placed = await services.orders.place(user, { ...input, contact });
		if (!placed.ok) throw new Error(placed.error.message);
		expect(
			await services.payments.start(user, placed.value.invoiceId, { method: "mpesa", phone: more.phone }),
		).toMatchObject({ ok: true });
		return placed.value;
	});
	const [push] = daraja.pushes();
	const { url, body } = daraja.answer(push?.checkoutId ?? "");
	markers.add(new URL(url).pathname.split("/").at(-1) ?? "");
	const callback = await send(new URL(url).pathname, { json: body });

	// The registrar fails, the mail service refuses with a text that has the address, and both are tried again.
	openProvider.state.nextCode = 399;
	mailFault = () => Response.json({ name: "invalid", message: `${person.email} is blocked` }, { status: 503 });
	await deliverAll();
	await deliverAll();

	const ctx = createExecutionContext();
	await runSchedule({ cron: "7 * * * *", scheduledTime: clock(), noRetry() {} }, shopEnv, ctx);
	await waitOnExecutionContext(ctx);

	const broken = await send("/broken", { ray: rays.broken });
	await send("/conflict");
	await send(`/reset-password?token=${randomToken()}&email=${person.email}`);
	const refused = await send(`/assets/${person.email}`);
	answers = { broken, refused, callback };
	brokenPage = await broken.text();
	logs.stop();
});

afterAll(() => vi.restoreAllMocks());

test("the flow did what a customer sees", async () => {
	expect(mails.map(({ to }) => to)).toContain(person.email);
	const domain = await env.DB.prepare("select status from domains where name = ?").bind(more.name).first("status");
	expect(domain).toBe("active");
	expect(answers.callback.status).toBe(200);
	expect([...markers].filter((marker) => marker.length < 8)).toEqual([]);
});

test("no secret and no personal data is in the log", () => {
	const text = logs.written.join("\n").toLowerCase();
	expect(logs.written.length).toBeGreaterThan(50);
	expect([...markers].filter((marker) => text.includes(marker.toLowerCase()))).toEqual([]);
	expect([...markers].filter((marker) => text.includes(encodeURIComponent(marker).toLowerCase()))).toEqual([]);
	expect(text).not.toContain("marked");
});

test("orders, payments, jobs and emails are counted without personal data, and failing to count them fails nothing", () => {
	const blobs = points.map((point) => point.blobs);
	expect(blobs).toContainEqual(["order", "KES"]);
	expect(blobs).toContainEqual(["payment", "mpesa", "mpesa", "settled"]);
	expect(blobs).toContainEqual(["job", "register_domain", "done"]);
	expect(blobs).toContainEqual(["email", "mail.verify-email", "sent"]);
	for (const { indexes, blobs: [name] = [], doubles } of points)
		expect([indexes, doubles]).toEqual([[name], [expect.any(Number)]]);
	expect(JSON.stringify(points).toLowerCase()).not.toContain("marked");
});

test("each line is a JSON object with its time, level and event", () => {
	for (const line of logs.written)
		expect(JSON.parse(line)).toMatchObject({
			time: expect.stringMatching(/^\d{4}-\d\d-\d\dT/),
			level: expect.stringMatching(/^(info|warn|error)$/),
			event: expect.stringMatching(/^[a-z_]+$/),
		});
});

test("each outside call has its service, operation, status, duration and the service's id", () => {
	const calls = logs.lines("outside_call");
	const of = (service: string, operation: string) =>
		calls.filter((call) => call.service === service && call.operation === operation);
	const [push] = daraja.pushes();
	expect(of("mpesa", "POST:/mpesa/stkpush/v1/processrequest")).toEqual([
		expect.objectContaining({
			...{ level: "info", host: "sandbox.safaricom.co.ke", status: 200, outcome: "ok" },
			...{ durationMs: expect.any(Number), providerId: push?.checkoutId, requestId: rays.order },
		}),
	]);
	expect(of("resend", "POST:/emails")).toContainEqual(
		expect.objectContaining({ status: 200, providerId: mails[0]?.id }),
	);
	expect(of("resend", "POST:/emails")).toContainEqual(
		expect.objectContaining({ level: "warn", status: 503, outcome: "server_error" }),
	);
	expect(of("breached_passwords", "GET:/range/:")).not.toEqual([]);
	expect(of("openprovider", "POST:/v1beta/domains")).not.toEqual([]);
	expect(calls.map(({ service }) => service)).toContain("powerdns");
});

test("the id of a request follows it through its events, jobs and calls", () => {
	const followed = (event: string) => logs.lines(event).filter(({ requestId }) => requestId === rays.order);
	expect(followed("event_handled").map(({ eventKind }) => eventKind)).toContain("payment.check");
	expect(order.orderId).toMatch(/^ord_/);
	const [job] = logs.lines("job_run").filter(({ outcome }) => outcome === "done");
	expect(job).toMatchObject({ orderId: order.orderId, jobKind: "register_domain", requestId: expect.any(String) });
	const calls = logs.lines("outside_call").filter(({ jobId }) => jobId === job?.jobId);
	expect(calls.map(({ service }) => service)).toContain("openprovider");
	expect(new Set(calls.map(({ requestId }) => requestId))).toEqual(new Set([job?.requestId]));
});

test("a failed request shows its id, which is Cloudflare's, and the log says where it failed", async () => {
	expect(answers.broken.headers.get("X-Request-Id")).toBe(rays.broken);
	expect(brokenPage).toContain(rays.broken);
	expect(logs.lines("request_failed")).toContainEqual(
		expect.objectContaining({
			requestId: rays.broken,
			error: { name: "Error", reason: "other", at: expect.arrayContaining([expect.stringContaining("logs.test.ts")]) },
		}),
	);
	expect(logs.lines("request")).toContainEqual(
		expect.objectContaining({ requestId: rays.broken, method: "GET", path: "/broken", status: 500 }),
	);
});

test("a failed statement is logged with SQLite's reason and without its values", () => {
	expect(logs.lines("request_failed")).toContainEqual(
		expect.objectContaining({
			error: expect.objectContaining({ text: expect.stringMatching(/constraint failed: users/) }),
		}),
	);
});

test("a made-up request id is not used", async () => {
	expectConsoleError();
	const response = await send("/", { ray: "someone's text" });
	expect(response.headers.get("X-Request-Id")).toMatch(/^[\da-f-]{36}$/);
});

test("a value that is no id or code is left out of a line", () => {
	const own = readLogs();
	logger.warn("payment_refused", {
		service: "mpesa",
		code: "Jane Wanjiru",
		providerId: "254712345678",
		reason: "busy",
	});
	own.stop();
	expect(own.lines("payment_refused")).toMatchObject([
		{ service: "mpesa", code: "(left out)", providerId: "(left out)", reason: "busy" },
	]);
});
