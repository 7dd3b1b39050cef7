import { env, exports } from "cloudflare:workers";
import { describe, expect, test, vi } from "vitest";
import { type EnquiryKind, enquiryKinds } from "~/features/support/enquiry";
import { createFormToken, minFormAge } from "~/features/support/form-token";
import { enquiryRateLimits } from "~/features/support/support.server";
import { replyAddress } from "~/features/tickets/reply-address";
import { ticketNumberPattern } from "~/features/tickets/ticket";
import { DAY, MINUTE, SECOND } from "~/lib/durations";
import { configOf, secretsOf } from "~/platform/config";
import type { Mailer } from "~/platform/mailer/mailer";
import { aClient } from "../support/accounts";
import { aCustomer, aSession, testServices } from "../support/factories";
import { expectConsoleError } from "../support/fail-on-console";
import { faultyQueues } from "../support/faulty-queues";
import { faultyMailer } from "../support/mail";
import { withMessage } from "../support/stored-texts";

const secret = "token-secret-for-tests-00000000000000000";
let random = 0;

/** A form token issued so many ms ago. */
const stampFrom = (age: number) => createFormToken(secret, Date.now() - age, `r${random++}`);

const own: Record<EnquiryKind, Record<string, unknown>> = {
	contact: { topic: "support", message: "My site shows an error.\nSince this morning." },
	quote: { topic: "pos-systems", requirements: "Two tills for a shop in Kisumu." },
	"custom-plan": { accounts: "120", disk: 900, message: "" },
	transfer: { domains: "duka.co.ke\nwww.kisumu.example, münchen.de", message: "All at once, please." },
};

let senders = 0;
const aSender = () => `neema.${senders++}@example.co.ke`;

const aForm = (kind: EnquiryKind, more: Record<string, unknown> = {}) => ({
	name: "Neema Wanjiru",
	email: aSender(),
	phone: "0712 345 678",
	website: "",
	stamp: stampFrom(minFormAge + SECOND),
	...own[kind],
	...more,
});

function post(kind: string, form: unknown, headers: Record<string, string> = {}) {
	return exports.default.fetch(
		new Request(`https://kikoa.test/api/enquiries/${kind}`, {
			method: "POST",
			headers: {
				"Content-Type": "application/json",
				Origin: "https://kikoa.test",
				"CF-Connecting-IP": aClient().key,
				...headers,
			},
			body: JSON.stringify(form),
		}),
	);
}

async function send(kind: EnquiryKind, form: Record<string, unknown>, headers: Record<string, string> = {}) {
	const response = await post(kind, form, headers);
	expect(response.status, await response.clone().text()).toBe(201);
	const { reference } = (await response.json()) as { reference: string };
	expect(reference).toMatch(ticketNumberPattern);
	return reference;
}

/** The ticket with its first message. */
const row = (reference: string) =>
	env.DB.prepare("select tickets.*, body from tickets join ticket_messages on ticket_id = tickets.id where number = ?")
		.bind(reference)
		.first();
const count = async () => (await env.DB.prepare("select count(*) as n from tickets").first<number>("n")) ?? 0;

/** The confirmation to the sender of an enquiry. Waits until it is delivered. */
async function mailsAbout(reference: string) {
	const { inbox } = testServices();
	const found = await vi.waitFor(
		async () => {
			const mails = ((await inbox?.list()) ?? []).filter(({ subject }) => subject.includes(reference));
			expect(mails.length).toBeGreaterThanOrEqual(1);
			return Promise.all(mails.map(({ id }) => inbox?.find(id)));
		},
		{ timeout: 20_000, interval: 200 },
	);
	return found.filter((mail) => mail !== undefined && mail !== null);
}

describe.each(enquiryKinds)("a form of the kind %s", (kind) => {
	test("opens a ticket that waits at the desk, and is confirmed to its sender", async () => {
		const form = aForm(kind);
		const reference = await send(kind, form);
		const sales = kind === "quote" || kind === "custom-plan";
		const ticket = await row(reference);
		expect(ticket).toMatchObject({
			name: form.name,
			email: form.email,
			phone: "+254712345678",
			user_id: null,
			via: "form",
			status: "open",
			department: sales ? "sales" : "technical",
		});
		const waiting = env.DB.prepare("select kind from problems where subject = ? and resolved_at is null");
		expect(await waiting.bind(ticket?.id).first("kind")).toBe("ticket");
		const [confirmation, ...others] = await mailsAbout(reference);
		expect(others).toEqual([]);
		expect(confirmation).toMatchObject({
			recipient: form.email,
			replyTo: replyAddress(secretsOf(configOf(env)), String(ticket?.id)),
		});
		expect(confirmation?.text).toContain(`Reference number: ${reference}`);
	});

	test("names each missing field and stores nothing", async () => {
		const before = await count();
		const response = await post(kind, { stamp: stampFrom(minFormAge) });
		expect(response.status).toBe(400);
		const { fields } = (await response.json()) as { fields: Record<string, string> };
		const required = Object.keys(own[kind]).filter((name) => kind === "contact" || name !== "message");
		expect(Object.keys(fields).sort()).toEqual(["email", "name", ...required].sort());
		expect(await count()).toBe(before);
	});
});

test("the ticket has everything that the sender entered", async () => {
	const [plan, move] = await Promise.all([
		send("custom-plan", aForm("custom-plan")),
		send("transfer", aForm("transfer")),
	]);
	expect(await row(plan)).toMatchObject({ body: "Hosting accounts: 120\nDisk space: 900 GB" });
	expect(await row(move)).toMatchObject({
		body: "Domains:\nduka.co.ke\nwww.kisumu.example\nxn--mnchen-3ya.de\n\nAll at once, please.",
	});
});

test("a question before buying goes to sales, other questions to technical", async () => {
	expect(await row(await send("contact", aForm("contact", { topic: "sales" })))).toMatchObject({ department: "sales" });
	expect(await row(await send("contact", aForm("contact", { topic: "account" })))).toMatchObject({
		department: "technical",
	});
});

test("the confirmation repeats nothing that the sender wrote, unless it goes to the customer's own address", async () => {
	const bait = { name: "Win a phone", message: "Call 0900 123 456 now", topic: "other" };
	const stranger = aForm("contact", bait);
	const [first] = (await mailsAbout(await send("contact", stranger))).filter(
		({ recipient }) => recipient === stranger.email,
	);
	expect(`${first?.subject} ${first?.text} ${first?.html}`).not.toMatch(/Win a phone|0900 123/);

	const user = await aCustomer();
	const { cookie } = await aSession(user);
	const form = aForm("contact", { ...bait, email: user.email });
	const reference = await send("contact", form, { Cookie: cookie });
	expect(await row(reference)).toMatchObject({ user_id: user.id });
	const [mine] = (await mailsAbout(reference)).filter(({ recipient }) => recipient === user.email);
	expect(mine?.text).toContain("Hello Amina,");
	expect(mine?.text).toContain("> Call 0900 123 456 now");
	const activity = await testServices().activity.recent({ userId: user.id });
	expect(activity.map((row) => withMessage(row).message)).toEqual([`You sent us a message (${reference}).`]);
});

test("the same form sent twice at the same time is one ticket with one email", async () => {
	const form = aForm("quote");
	const references = await Promise.all([send("quote", form), send("quote", form), send("quote", form)]);
	expect(new Set(references).size).toBe(1);
	expect(await mailsAbout(references[0] ?? "")).toHaveLength(1);
	const again = await send("quote", { ...form, requirements: "And a drawer.", stamp: stampFrom(minFormAge + SECOND) });
	expect(again).not.toBe(references[0]);
});

test("a form is stored while the queue and the mail service are down, and its email follows", async () => {
	expectConsoleError();
	// The sweep would otherwise send rows of other tests, which would use up some of the faults.
	await env.DB.exec("delete from outbox");
	const faults = faultyMailer();
	const { queues, sent, failNext } = faultyQueues();
	let now = Date.now();
	let down = true;
	const mailer: Mailer = {
		send: (message, key) => (down ? Promise.reject(new Error("connection reset")) : faults.mailer.send(message, key)),
	};
	const shop = testServices({ queues, mailer, clock: () => now });
	failNext(1);
	const form = { name: "N", phone: null, topic: "pos-systems", message: "Two tills.", details: {} };
	const email = aSender();
	const stamp = createFormToken(secret, now - minFormAge, "down");
	const answer = await shop.support.send(
		"quote",
		{ ...form, email, formToken: stamp },
		{ client: aClient(), customer: null },
	);
	expect(answer.ok).toBe(true);
	await shop.settle();
	expect(sent).toEqual([]);

	now += MINUTE;
	await shop.outbox.sweep();
	const deliver = () => Promise.all(sent.map(({ outboxId }) => shop.outbox.deliver(outboxId)));
	await deliver();
	expect(faults.delivered()).toEqual([]);
	down = false;
	now += MINUTE;
	await deliver();
	const about = faults.delivered().filter(({ subject }) => answer.ok && subject.includes(answer.value.reference));
	expect(about.map(({ to }) => to)).toEqual([email]);
});

test.each([
	["no stamp", () => "", 400, "unconfirmed"],
	["a made-up form token", () => `${Date.now().toString(36)}.r.${"0".repeat(32)}`, 400, "unconfirmed"],
	["a stamp of yesterday", () => stampFrom(DAY + SECOND), 400, "unconfirmed"],
	["a stamp of the future", () => stampFrom(-DAY), 429, "early"],
	["a stamp of just now", () => stampFrom(0), 429, "early"],
])("a form with %s is not sent", async (_, stamp, status, code) => {
	const before = await count();
	const response = await post("contact", aForm("contact", { stamp: stamp() }));
	expect([response.status, ((await response.json()) as { code: string }).code]).toEqual([status, code]);
	expect(await count()).toBe(before);
});

test("a form of a static page is sent in one step without script a few times, then it needs a form token", async () => {
	const { support } = testServices();
	const client = aClient();
	const form = { name: "N", phone: null, topic: "other", message: "m", details: {}, formToken: "" };
	const byForm = (email: string) =>
		support.send("contact", { ...form, email }, { client, customer: null, isHtmlForm: true });
	const email = aSender();
	const [first, again] = [await byForm(email), await byForm(email)];
	expect(first).toMatchObject({ ok: true, value: { reference: expect.stringMatching(ticketNumberPattern) } });
	expect(again).toEqual(first);
	for (let sent = 2; sent < enquiryRateLimits.withoutTokenPerClient.limit; sent += 1) await byForm(aSender());
	const before = await count();
	expect(await byForm(aSender())).toMatchObject({ ok: false, error: { code: "unconfirmed" } });
	expect(
		await support.send("contact", { ...form, email: aSender() }, { client: aClient(), customer: null }),
	).toMatchObject({ ok: false, error: { code: "unconfirmed" } });
	const forged = { ...form, email: aSender(), formToken: "a.b.c" };
	expect(await support.send("contact", forged, { client: aClient(), customer: null, isHtmlForm: true })).toMatchObject({
		ok: false,
		error: { code: "unconfirmed" },
	});
	expect(await count()).toBe(before);
});

test("forms without a token are counted per client, so that a flood from elsewhere blocks no one", async () => {
	const { support } = testServices();
	const form = { name: "N", phone: null, topic: "other", message: "m", details: {}, formToken: "" };
	const send = () =>
		support.send("contact", { ...form, email: aSender() }, { client: aClient(), customer: null, isHtmlForm: true });
	const answers = await Promise.all(Array.from({ length: 100 }, send));
	expect(answers.filter(({ ok }) => !ok)).toEqual([]);
	expect(await send()).toMatchObject({ ok: true });
});

test("a form token sends one form, however many are sent with it at the same time", async () => {
	const stamp = stampFrom(minFormAge + SECOND);
	const before = await count();
	const forms = Array.from({ length: 10 }, () => aForm("contact", { stamp }));
	const statuses = await Promise.all(forms.map((form) => post("contact", form).then(({ status }) => status)));
	expect(statuses.filter((status) => status === 201)).toHaveLength(1);
	expect(await count()).toBe(before + 1);
	const another = await post("quote", aForm("quote", { stamp }));
	expect([another.status, await another.json()]).toMatchObject([400, { code: "unconfirmed" }]);
	// The same form is accepted with the next token.
	await send("quote", aForm("quote"));
});

test("a form token can be requested by anyone and becomes valid after its delay", async () => {
	const response = await exports.default.fetch("https://kikoa.test/api/enquiries/stamp");
	const { stamp } = (await response.json()) as { stamp: string };
	expect(response.headers.get("Cache-Control")).toContain("no-store");
	const services = testServices({ clock: () => Date.now() + minFormAge });
	const sent = await services.support.send(
		"contact",
		{ name: "N", email: aSender(), phone: null, topic: "other", message: "m", details: {}, formToken: stamp },
		{ client: aClient(), customer: null },
	);
	expect(sent.ok).toBe(true);
});

test("a program that fills in the hidden field is refused", async () => {
	const response = await post("contact", aForm("contact", { website: "https://spam.example" }));
	expect([response.status, await response.json()]).toMatchObject([
		400,
		{ fields: { website: "Leave this field empty." } },
	]);
});

test("one address gets a few confirmations an hour, and further enquiries are stored without one", async () => {
	const email = aSender();
	const confirmations = () =>
		env.DB.prepare(
			`select count(*) as n from outbox join tickets on tickets.id = json_extract(payload, '$.ticketId')
			where outbox.kind = 'mail.ticket-received' and email = ?`,
		)
			.bind(email)
			.first<number>("n");
	const { limit } = enquiryRateLimits.confirmationsPerHour;
	for (let n = 0; n < limit + 2; n += 1)
		expect(await row(await send("contact", aForm("contact", { email })))).toMatchObject({ email });
	expect(await confirmations()).toBe(limit);
});

test("a client's enquiries are limited per hour, also in parallel", async () => {
	const headers = { "CF-Connecting-IP": aClient().key };
	const { limit } = enquiryRateLimits.perClient;
	const answers = await Promise.all(
		Array.from({ length: limit + 5 }, () => post("quote", aForm("quote"), headers).then(({ status }) => status)),
	);
	expect(answers.filter((status) => status === 201)).toHaveLength(limit);
	expect(answers.filter((status) => status === 429)).toHaveLength(5);
});

test("a customer who is signed in is not delayed by others behind the same address", async () => {
	const headers = { "CF-Connecting-IP": aClient().key };
	const { limit } = enquiryRateLimits.perClient;
	await Promise.all(Array.from({ length: limit }, () => post("quote", aForm("quote"), headers)));
	expect((await post("quote", aForm("quote"), headers)).status).toBe(429);
	const { cookie } = await aSession(await aCustomer());
	const own = { ...headers, Cookie: cookie };
	const answers = [];
	for (let sent = 0; sent <= limit; sent += 1) answers.push((await post("quote", aForm("quote"), own)).status);
	expect(answers).toEqual([...Array(limit).fill(201), 429]);
});

test.each([
	["name", "Neema\r\nBcc: all@example.com"],
	["name", "https://spam.example"],
	["email", "neema@example.com\r\nBcc: all@example.com"],
	["email", "neema@example.com, all@example.com"],
	["email", "Neema <neema@example.com>"],
	["phone", "12"],
	["topic", "everything"],
	["topic", "__proto__"],
	["message", "x".repeat(4_001)],
	["message", "\u0000\u0007  "],
	["message", ["a", "b"]],
])("%s is refused as %j", async (field, value) => {
	const response = await post("contact", aForm("contact", { [field]: value }));
	const { fields } = (await response.json()) as { fields: Record<string, string> };
	expect([response.status, Object.keys(fields)]).toEqual([400, [field]]);
});

test.each([
	["custom-plan", "accounts", 0],
	["custom-plan", "accounts", "1.5"],
	["custom-plan", "disk", "9e9"],
	["custom-plan", "disk", ""],
	["transfer", "domains", "duka"],
	["transfer", "domains", "<script>.com"],
	["transfer", "domains", Array.from({ length: 51 }, (_, n) => `duka${n}.co.ke`).join("\n")],
] as const)("%s: %s is refused as %j", async (kind, field, value) => {
	const response = await post(kind, aForm(kind, { [field]: value }));
	const { fields } = (await response.json()) as { fields: Record<string, string> };
	expect([response.status, Object.keys(fields)]).toEqual([400, [field]]);
});

test("any message stays text, and no header gets a second line", async () => {
	const message = "Hello\r\nBcc: all@example.com\n</blockquote><script>alert(1)</script>\u202e {{7*7}}";
	const user = await aCustomer();
	const { cookie } = await aSession(user);
	const form = aForm("contact", { name: `"Neema" <x@y.example>`, message, email: user.email });
	const reference = await send("contact", form, { Cookie: cookie });
	const [mail] = await mailsAbout(reference);
	expect(`${mail?.subject}${mail?.replyTo}${mail?.recipient}`).not.toMatch(/[\r\n]/);
	expect(mail?.html).not.toMatch(/<script/);
	expect(mail?.html).toContain("&lt;/blockquote&gt;&lt;script&gt;");
	expect(mail?.text).toContain("> Hello\n> Bcc: all@example.com\n> </blockquote><script>alert(1)</script> {{7*7}}");
});

test("an unknown form is a 404", async () => {
	for (const kind of ["complaint", "__proto__", "toString"])
		expect((await post(kind, aForm("contact"))).status, kind).toBe(404);
});

test("a form sent with an ended session is stored without an account", async () => {
	const reference = await send("contact", aForm("contact"), { Cookie: `__Host-session=${"A".repeat(43)}` });
	expect(await row(reference)).toMatchObject({ user_id: null });
});
