import { expect, test } from "vitest";
import { Message } from "~/lib/email-message";
import { cloudflareMailer } from "~/platform/mailer/cloudflare";
import { httpMailer } from "~/platform/mailer/http";
import { mailParts } from "../support/mail-parts";

const message = new Message(mailParts);

/** A provider that answers every request the same way and records it. */
function provider(answer: () => Response | Promise<Response>) {
	const requests: { url: string; init: RequestInit }[] = [];
	const fetch = async (url: RequestInfo | URL, init: RequestInit = {}) => {
		requests.push({ url: String(url), init });
		return Promise.race([answer(), aborted(init.signal)]);
	};
	return { requests, mailer: httpMailer({ apiKey: "re_key", fetch: fetch as typeof globalThis.fetch, timeoutMs: 30 }) };
}

/** Rejects like fetch when its signal aborts. */
const aborted = (signal: AbortSignal | null | undefined) =>
	new Promise<never>((_, reject) => signal?.addEventListener("abort", () => reject(signal.reason)));

const json = (status: number, body: unknown, headers: Record<string, string> = {}) =>
	new Response(JSON.stringify(body), { status, headers });

test("the HTTP mailer sends both parts with the key and returns the provider's id", async () => {
	const { mailer, requests } = provider(() => json(200, { id: "abc" }));
	expect(await mailer.send(message, "out_1")).toEqual({ state: "accepted", id: "abc" });
	const [{ url, init } = { url: "", init: {} }] = requests;
	expect(url).toBe("https://api.resend.com/emails");
	expect(init.headers).toMatchObject({
		...{ Authorization: "Bearer re_key", "Idempotency-Key": "out_1", "User-Agent": expect.any(String) },
	});
	expect(JSON.parse(String(init.body))).toEqual({
		from: "Kikoa <hello@kikoa.example>",
		to: ["amina@example.com"],
		reply_to: "support@kikoa.example",
		subject: "Hello",
		html: "<p>Hello</p>",
		text: "Hello",
	});
});

test.each([
	[200, undefined],
	[401, "restricted_api_key"],
	[429, "rate_limit_exceeded"],
])("the HTTP mailer's probe accepts %d %s, because the provider knows our key", async (status, name) => {
	const { mailer, requests } = provider(() => json(status, { name }));
	await mailer.probe?.();
	expect(requests).toMatchObject([{ url: "https://api.resend.com/domains", init: { redirect: "manual" } }]);
});

test.each([
	[403, "invalid_api_key"],
	[429, "daily_quota_exceeded"],
	[500, "internal_server_error"],
	[302, ""],
])("the HTTP mailer's probe fails with %d %s", async (status, name) => {
	const { mailer } = provider(() => json(status, { name, message: "why" }));
	await expect(mailer.probe?.()).rejects.toThrow(`${status} ${name}: why`);
});

test.each([
	[400, "validation_error", "refused"],
	[422, "invalid_from_address", "refused"],
	[404, "not_found", "refused"],
	[401, "missing_api_key", "delayed"],
	[403, "invalid_api_key", "delayed"],
	[409, "concurrent_idempotent_requests", "delayed"],
	[429, "rate_limit_exceeded", "delayed"],
	[500, "internal_server_error", "delayed"],
	[302, "", "delayed"],
])("the HTTP mailer reads %d %s as %s", async (status, name, state) => {
	const { mailer } = provider(() => json(status, { name, message: "why" }));
	expect(await mailer.send(message, "out_1")).toMatchObject({ state, reason: expect.stringContaining(String(status)) });
});

test("the HTTP mailer returns the delay that the provider asks for, in seconds or as a date", async () => {
	const inSeconds = provider(() => json(429, {}, { "Retry-After": "90" }));
	expect(await inSeconds.mailer.send(message, "k")).toMatchObject({ retryAfter: 90_000 });
	const at = new Date(Date.now() + 60_000).toUTCString();
	const asDate = await provider(() => json(503, {}, { "Retry-After": at })).mailer.send(message, "k");
	expect(asDate).toMatchObject({ state: "delayed", retryAfter: expect.any(Number) });
	const nonsense = await provider(() => json(503, {}, { "Retry-After": "soon" })).mailer.send(message, "k");
	expect(nonsense).toMatchObject({ state: "delayed", retryAfter: undefined });
});

test("the HTTP mailer handles a timeout, a broken connection and a response that is not JSON", async () => {
	const hanging = provider(() => new Promise(() => {}));
	expect(await hanging.mailer.send(message, "k")).toMatchObject({
		state: "delayed",
		reason: expect.stringContaining("TimeoutError"),
	});

	const broken = provider(() => Promise.reject(new TypeError("fetch failed")));
	expect(await broken.mailer.send(message, "k")).toMatchObject({ state: "delayed" });
	expect(await provider(() => new Response("<html>")).mailer.send(message, "k")).toMatchObject({ state: "delayed" });
	expect(await provider(() => json(200, null)).mailer.send(message, "k")).toMatchObject({ state: "delayed" });
});

test("the same key with another body means that the provider has already accepted the email", async () => {
	const { mailer } = provider(() => json(409, { name: "invalid_idempotent_request" }));
	expect(await mailer.send(message, "out_1")).toEqual({ state: "accepted", id: "out_1" });
});

test("the Cloudflare mailer passes both parts to the binding", async () => {
	const sent: unknown[] = [];
	const mailer = cloudflareMailer({
		send: async (builder: unknown) => {
			sent.push(builder);
			return { messageId: "<1@kikoa.example>" };
		},
	});
	expect(await mailer.send(message, "out_1")).toEqual({ state: "accepted", id: "<1@kikoa.example>" });
	expect(sent).toEqual([
		{
			from: { name: "Kikoa", email: "hello@kikoa.example" },
			to: "amina@example.com",
			replyTo: "support@kikoa.example",
			subject: "Hello",
			html: "<p>Hello</p>",
			text: "Hello",
		},
	]);
});

test.each([
	["E_RECIPIENT_SUPPRESSED", { state: "refused", badRecipient: true }],
	["E_VALIDATION_ERROR", { state: "refused", badRecipient: false }],
	["E_RATE_LIMIT_EXCEEDED", { state: "delayed" }],
	["E_DAILY_LIMIT_EXCEEDED", { state: "delayed", retryAfter: 3_600_000 }],
	["E_INTERNAL_SERVER_ERROR", { state: "delayed" }],
	["E_SENDER_NOT_VERIFIED", { state: "delayed" }],
	["E_NEVER_HEARD_OF", { state: "delayed" }],
	["constructor", { state: "delayed" }],
	[undefined, { state: "delayed" }],
])("the Cloudflare mailer reads %s", async (code, expected) => {
	const mailer = cloudflareMailer({
		send: async () => {
			throw Object.assign(new Error("no"), { code });
		},
	});
	expect(await mailer.send(message, "out_1")).toMatchObject(expected);
});
