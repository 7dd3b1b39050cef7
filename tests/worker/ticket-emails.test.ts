import { env } from "cloudflare:workers";
import { expect, test } from "vitest";
import { brand } from "~/brand";
import { composeEmail } from "~/features/tickets/compose-email";
import { emailRateLimits } from "~/features/tickets/email-in.server";
import { maxEmailBytes } from "~/features/tickets/incoming-email";
import { replyAddress } from "~/features/tickets/reply-address";
import { MINUTE } from "~/lib/durations";
import { configOf, secretsOf } from "~/platform/config";
import { aCustomer, testServices } from "../support/factories";
import { aSignedInMember } from "../support/staff";

const secrets = secretsOf(configOf(env));
const replyTo = (ticketId: string) => replyAddress(secrets, ticketId);

let count = 0;
const aSender = () => `neema.${count++}.${Math.random().toString(36).slice(2, 8)}@example.co.ke`;

type Email = Partial<Parameters<typeof composeEmail>[0]> & { readonly envelope?: string; readonly raw?: string };

function receive({ from = aSender(), to = brand.emails.support, envelope = from, raw, ...email }: Email = {}) {
	const text =
		raw ??
		composeEmail({
			subject: "Site is down",
			text: `Please help. ${count++}`,
			isAuthenticated: true,
			...email,
			from,
			to,
		});
	const bytes = new TextEncoder().encode(text);
	return testServices().emailIn.receive({
		from: envelope,
		to,
		raw: new Blob([bytes]).stream(),
		size: bytes.length,
	});
}

/** The id of the ticket that an email opened. */
async function opened(email: Email): Promise<string> {
	const received = await receive(email);
	expect(received).toMatchObject({ state: "opened" });
	return "ticketId" in received ? received.ticketId : "";
}

const rowOf = (id: string) =>
	env.DB.prepare("select * from tickets where id = ?").bind(id).first<Record<string, unknown>>();

const messagesOf = async (id: string) =>
	(
		await env.DB.prepare(
			"select kind, author, body from ticket_messages where ticket_id = ? order by created_at, rowid",
		)
			.bind(id)
			.all<{ kind: string; author: string; body: string }>()
	).results;

const confirmations = async (id: string) =>
	env.DB.prepare(
		"select count(*) from outbox where kind = 'mail.ticket-received' and json_extract(payload, '$.ticketId') = ?",
	)
		.bind(id)
		.first("count(*)");

/** Staff answer a ticket. Returns the email that goes out. */
async function answered(id: string) {
	const { session, member } = await aSignedInMember(["support"], { name: "Baraka Mwangi" });
	const shop = testServices();
	const version = Number((await rowOf(id))?.version);
	const form = { intent: "answer", key: crypto.randomUUID(), version, body: "Try again.", next: "waiting" } as const;
	expect(await shop.ticketsDesk.change({ session, member }, id, form)).toMatchObject({ ok: true });
	const [event] = (
		await env.DB.prepare("select id from outbox where kind = 'mail.ticket-answer' order by rowid desc limit 1").all<{
			id: string;
		}>()
	).results;
	await shop.outbox.deliver(event?.id ?? "");
	return (await shop.inbox?.list())?.[0];
}

test("an email opens a ticket at the desk, and the answer's reply address leads back to it", async () => {
	const from = aSender();
	const id = await opened({ from, subject: "Habari 🙂", text: "My site is down.\nSince this morning." });
	expect(await rowOf(id)).toMatchObject({
		...{ via: "email", status: "open", department: "technical", subject: "Habari 🙂" },
		...{ user_id: null, email: from },
	});
	expect(await messagesOf(id)).toMatchObject([{ kind: "customer", body: "My site is down.\nSince this morning." }]);
	expect(await confirmations(id)).toBe(1);
	const mail = await answered(id);
	expect(mail).toMatchObject({ recipient: from, replyTo: replyTo(id) });
	const text = "It works, thanks.\n\nOn Mon, 23 Nov 2026 at 10:00, Kikoa <hello@kikoa.example>\nwrote:\n> Try again.\n";
	expect(await receive({ from, to: mail?.replyTo ?? "", subject: "Another subject", text })).toEqual({
		state: "added",
		ticketId: id,
	});
	expect(await rowOf(id)).toMatchObject({ status: "open" });
	expect((await messagesOf(id)).at(-1)).toMatchObject({ kind: "customer", author: from, body: "It works, thanks." });
});

test("an email from a customer's address belongs to their account, and one that only claims it does not", async () => {
	const customer = await aCustomer();
	const own = await opened({ from: customer.email });
	expect(await rowOf(own)).toMatchObject({ user_id: customer.id, email: null });
	expect(await messagesOf(own)).toMatchObject([{ author: `${customer.firstName} ${customer.lastName}` }]);
	const forged = await opened({ from: customer.email, isAuthenticated: false });
	expect(await rowOf(forged)).toMatchObject({ user_id: null, email: customer.email });
	expect(await confirmations(forged)).toBe(0);
});

test("a second email that refers to the sender's first one is added to its ticket, also with another subject", async () => {
	const from = aSender();
	const id = await opened({ from, messageId: "first@example.co.ke" });
	const headers = ["References: <other@example.com> <first@example.co.ke>"];
	expect(await receive({ from, subject: "Something else", headers })).toEqual({ state: "added", ticketId: id });
});

test("threading abuse: a made-up reply address is refused", async () => {
	const id = await opened({});
	const forged = [
		replyTo(id).replace(/\.[0-9a-f]{20}@/, `.${"0".repeat(20)}@`),
		replyTo(id).replace(/\.[0-9a-f]{20}@/, "@"),
		replyTo("tck_another").replace("+another", `+${id.slice(4)}`),
	];
	for (const to of forged)
		expect(await receive({ to })).toEqual({ state: "rejected", reason: "550 5.1.1 There is no such address." });
	expect(await messagesOf(id)).toHaveLength(1);
});

test("threading abuse: someone else who knows a reply address gets a ticket of their own", async () => {
	const id = await opened({});
	const stranger = await opened({ to: replyTo(id), text: "Send me the password." });
	expect(stranger).not.toBe(id);
	expect(await messagesOf(id)).toHaveLength(1);
	const [, note] = (await messagesOf(stranger)).toSorted((one, other) => one.kind.localeCompare(other.kind));
	expect(note).toMatchObject({ kind: "note", body: expect.stringContaining("not certain") });
});

test("threading abuse: the sender's address without their domain's signature gets a ticket of its own", async () => {
	const from = aSender();
	const id = await opened({ from });
	const forged = await opened({ from, to: replyTo(id), isAuthenticated: false });
	expect(forged).not.toBe(id);
	expect(await messagesOf(id)).toHaveLength(1);
});

test("threading abuse: an authentication result that the sender wrote themselves counts for nothing", async () => {
	const customer = await aCustomer();
	const own = "Authentication-Results: mx.cloudflare.net; dmarc=pass header.from=kikoa.test";
	const withOwn = await opened({ from: customer.email, isAuthenticated: false, headers: [own] });
	expect(await rowOf(withOwn)).toMatchObject({ user_id: null });
	const elsewhere = composeEmail({
		...{ from: customer.email, to: brand.emails.support, subject: "x", text: "x", isAuthenticated: true },
	}).replace("mx.cloudflare.net", "mx.example.com");
	expect(await rowOf(await opened({ from: customer.email, raw: elsewhere }))).toMatchObject({ user_id: null });
	const otherDomain = composeEmail({
		...{ from: customer.email, to: brand.emails.support, subject: "x", text: "y", isAuthenticated: true },
	}).replace(/header\.from=\S+/, "header.from=attacker.example");
	expect(await rowOf(await opened({ from: customer.email, raw: otherDomain }))).toMatchObject({ user_id: null });
});

test("threading abuse: an authentication result within the quoted address of the envelope counts for nothing", async () => {
	const customer = await aCustomer();
	const domain = customer.email.split("@")[1];
	const spoofed = composeEmail({
		...{ from: customer.email, to: brand.emails.support, subject: "x", text: "z", isAuthenticated: false },
	}).replace("dmarc=none", `dmarc=none; spf=pass smtp.mailfrom="a; dkim=pass header.d=${domain} b"@attacker.example`);
	expect(spoofed).toContain("attacker.example");
	expect(await rowOf(await opened({ from: customer.email, raw: spoofed }))).toMatchObject({ user_id: null });
});

test("threading abuse: the Message-ID of someone else's email, or a number in the subject, leads to no ticket", async () => {
	const id = await opened({ messageId: "known@example.co.ke" });
	const number = (await rowOf(id))?.number;
	const other = await opened({ headers: ["In-Reply-To: <known@example.co.ke>"], subject: `Re: ${number}` });
	expect(other).not.toBe(id);
	expect(await messagesOf(id)).toHaveLength(1);
});

test("threading abuse: an email that fails its domain's policy, or has two senders, is refused", async () => {
	const base = { from: aSender(), to: brand.emails.support, subject: "x", text: "x", isAuthenticated: true };
	const failed = composeEmail(base).replace("dmarc=pass", "dmarc=fail");
	expect(await receive({ raw: failed })).toMatchObject({ state: "rejected", reason: expect.stringContaining("5.7.1") });
	const two = composeEmail({ ...base, headers: ["From: someone@example.com"] });
	expect(await receive({ raw: two })).toMatchObject({ state: "rejected", reason: expect.stringContaining("5.6.0") });
});

test("automatic answers open no ticket, get no confirmation and do not reopen one", async () => {
	const from = aSender();
	const id = await opened({ from });
	await answered(id);
	const vacation = { from, to: replyTo(id), headers: ["Auto-Submitted: auto-replied"] };
	expect(await receive(vacation)).toEqual({ state: "noted", ticketId: id });
	expect(await rowOf(id)).toMatchObject({ status: "waiting" });
	expect((await messagesOf(id)).at(-1)).toMatchObject({ kind: "note" });
	expect(await receive({ headers: ["Auto-Submitted: auto-replied"] })).toEqual({ state: "ignored" });
	expect(await receive({ envelope: "" })).toEqual({ state: "ignored" });
	expect(await receive({ from: brand.emails.support })).toEqual({ state: "ignored" });
	expect(await receive({ from: "mailer-daemon@example.com" })).toEqual({ state: "ignored" });
	const list = await opened({ headers: ["Precedence: bulk"] });
	expect(await confirmations(list)).toBe(0);
});

test("the same email delivered twice changes nothing, also at the same time", async () => {
	const from = aSender();
	const raw = composeEmail({ from, to: brand.emails.support, subject: "x", text: "Once.", isAuthenticated: true });
	const received = await Promise.all([1, 2, 3].map(() => receive({ from, raw })));
	expect(new Set(received.map((one) => ("ticketId" in one ? one.ticketId : one.state))).size).toBe(1);
	const [first] = received;
	const id = first && "ticketId" in first ? first.ticketId : "";
	expect(await messagesOf(id)).toHaveLength(1);
	expect(await confirmations(id)).toBe(1);
});

test("large emails and floods are refused, and confirmations to one address end", async () => {
	expect(
		await testServices().emailIn.receive({
			from: aSender(),
			to: brand.emails.support,
			raw: new Blob([]).stream(),
			size: maxEmailBytes + 1,
		}),
	).toMatchObject({ state: "rejected", reason: expect.stringContaining("552") });
	const from = aSender();
	const states: string[] = [];
	for (let sent = 0; sent <= emailRateLimits.perSender.limit; sent += 1) states.push((await receive({ from })).state);
	expect(states.filter((state) => state === "opened")).toHaveLength(emailRateLimits.perSender.limit);
	expect(states.at(-1)).toBe("rejected");
	const { results } = await env.DB.prepare(
		"select 1 from outbox join tickets on tickets.id = json_extract(payload, '$.ticketId') where kind = 'mail.ticket-received' and email = ?",
	)
		.bind(from)
		.all();
	expect(results).toHaveLength(emailRateLimits.confirmations.limit);
});

test("emails that only claim a sender's address don't use up the emails of that sender", async () => {
	const from = aSender();
	for (let sent = 0; sent <= emailRateLimits.perSender.limit; sent += 1)
		await receive({ from, isAuthenticated: false });
	expect(await receive({ from, isAuthenticated: false })).toMatchObject({ state: "rejected" });
	expect(await receive({ from })).toMatchObject({ state: "opened" });
});

test("all unverified senders together have a daily limit, which stops no verified one", async () => {
	const now = Date.now();
	const { rateLimiter } = testServices();
	const rest = { ...emailRateLimits.unverified, limit: 1_000_000 };
	await rateLimiter.clear(["ticket:email-unverified", "all"]);
	for (let taken = 0; taken < 4; taken += 1)
		await rateLimiter.takeAll([
			{ key: ["ticket:email-unverified", "all"], ...rest, cost: emailRateLimits.unverified.limit / 4 },
		]);
	expect(await receive({ isAuthenticated: false })).toMatchObject({
		state: "rejected",
		reason: expect.stringMatching(/^450 4\.7\.1 .*unverified/),
	});
	expect(await receive({})).toMatchObject({ state: "opened" });
	const tomorrow = testServices({ clock: () => now + emailRateLimits.unverified.windowMs + MINUTE });
	const email = composeEmail({
		...{ from: aSender(), to: brand.emails.support, subject: "x", text: "Later.", isAuthenticated: false },
	});
	const bytes = new TextEncoder().encode(email);
	expect(
		await tomorrow.emailIn.receive({
			...{ from: aSender(), to: brand.emails.support, raw: new Blob([bytes]).stream(), size: bytes.length },
		}),
	).toMatchObject({ state: "opened" });
	await rateLimiter.clear(["ticket:email-unverified", "all"]);
});

test("one server with many made-up senders uses up its own limit, and no one else's", async () => {
	const { rateLimiter } = testServices();
	const { limit, windowMs } = emailRateLimits.unverifiedOfServer;
	const used = [{ key: ["ticket:email-server", "203.0.113.9"], limit: limit * 2, windowMs, cost: limit - 1 }] as const;
	await rateLimiter.takeAll(used);
	const send = (server: string, more: Email = {}) => receive({ isAuthenticated: false, server, ...more });
	expect(await send("203.0.113.9")).toMatchObject({ state: "opened" });
	const headers = ["Received: from mail.example.com (198.51.100.7) by cloudflare-email.net (cloudflare)"];
	expect(await send("203.0.113.9", { headers })).toMatchObject({
		state: "rejected",
		reason: expect.stringMatching(/^450 4\.7\.1 .*unverified/),
	});
	expect(await send("203.0.113.10")).toMatchObject({ state: "opened" });
	expect(await receive({ server: "203.0.113.9" })).toMatchObject({ state: "opened" });
	// The addresses of one IPv6 network count together.
	const network = {
		key: ["ticket:email-server", "2001:db8:1:2::/64"],
		limit: limit * 2,
		windowMs,
		cost: limit,
	} as const;
	await rateLimiter.takeAll([network]);
	expect(await send("2001:db8:1:2:3::4")).toMatchObject({ state: "rejected" });
});

test("a Message-ID with characters that no header may have does not stop our answers", async () => {
	for (const messageId of ["a\u202eb@example.com", "a\u0007b@example.com", "ü@example.com"]) {
		const id = await opened({ messageId });
		const stored = env.DB.prepare("select email_id from ticket_messages where ticket_id = ?").bind(id);
		expect(await stored.first("email_id"), messageId).toBeNull();
		expect((await answered(id))?.replyTo).toBe(replyTo(id));
	}
	// Stored by an earlier release.
	const id = await opened({});
	await env.DB.prepare("update ticket_messages set email_id = ? where ticket_id = ?").bind("a\u202eb@x.com", id).run();
	expect((await answered(id))?.replyTo).toBe(replyTo(id));
});

test("an HTML email without text is readable, and a long one is shortened", async () => {
	const html = composeEmail({
		...{ from: aSender(), to: brand.emails.support, subject: "x", isAuthenticated: true },
		text: "<p>Hello <b>there</b></p><script>alert(1)</script><p>Second</p>",
	}).replace("text/plain", "text/html");
	const [message] = await messagesOf(await opened({ raw: html }));
	expect(message?.body).toMatch(/Hello \*?there\*?/);
	expect(message?.body).not.toMatch(/<|alert/);
	const [long] = await messagesOf(await opened({ text: "x".repeat(50_000) }));
	expect(long?.body.length).toBeLessThan(20_100);
});

test("files of an email are stored with its message, and a note names those that we don't accept", async () => {
	const from = aSender();
	const base = composeEmail({ from, to: brand.emails.support, subject: "x", text: "", isAuthenticated: true });
	const part = (name: string, text: string) =>
		`--b\r\nContent-Type: application/octet-stream; name="${name}"\r\nContent-Disposition: attachment; filename="${name}"\r\nContent-Transfer-Encoding: base64\r\n\r\n${btoa(text)}\r\n`;
	const raw = `${base.split("Content-Type")[0]}Content-Type: multipart/mixed; boundary=b\r\n\r\n--b\r\nContent-Type: text/plain\r\n\r\nSee the files.\r\n${part("invoice.pdf", "%PDF-1.7 x")}${part("virus.exe", "MZ")}--b--\r\n`;
	const id = await opened({ from, raw });
	await receive({ from, raw });
	const messages = await messagesOf(id);
	expect(messages).toMatchObject([
		{ kind: "customer", body: "See the files." },
		{ kind: "note", body: "The email had files that we don't accept: virus.exe." },
	]);
	const { session } = await aSignedInMember(["support"]);
	const files = (await testServices().ticketsDesk.find(session, id))?.files;
	expect(files).toMatchObject([{ name: "invoice.pdf", messageId: expect.stringMatching(/^tkm_/) }]);
	const file = await testServices().ticketFiles.open(session, id, files?.[0]?.id ?? "");
	expect(await new Response(file?.body ?? null).text()).toBe("%PDF-1.7 x");
});

/** An email with PDF files of these sizes (bytes). */
function withFiles(from: string, sizes: readonly number[], isAuthenticated = true) {
	const base = composeEmail({ from, to: brand.emails.support, subject: "Files", text: "", isAuthenticated });
	const part = (size: number, index: number) =>
		`--b\r\nContent-Type: application/pdf\r\nContent-Disposition: attachment; filename="${index}.pdf"\r\n\r\n%PDF-${"x".repeat(size - 5)}\r\n`;
	return `${base.split("Content-Type")[0]}Content-Type: multipart/mixed; boundary=b\r\n\r\n--b\r\nContent-Type: text/plain\r\n\r\nSee the files.\r\n${sizes.map(part).join("")}--b--\r\n`;
}

test("a sender without an account stores 50 MB of files a day, in however many tickets, and staff see what is missing", async () => {
	const MB = 1024 * 1024;
	const from = aSender();
	const { session } = await aSignedInMember(["support"]);
	const filesOf = async (id: string) =>
		(await testServices().ticketsDesk.find(session, id))?.files.map(({ name }) => name);
	for (let count = 0; count < 4; count += 1) {
		const id = await opened({ from, raw: withFiles(from, [12 * MB]) });
		expect(await filesOf(id)).toEqual(["0.pdf"]);
	}
	const raw = withFiles(from, [3 * MB, MB]);
	const last = await opened({ from, raw });
	// The second one still fits.
	expect(await filesOf(last)).toEqual(["1.pdf"]);
	expect(await messagesOf(last)).toMatchObject([
		{ kind: "customer", body: "See the files." },
		{ kind: "note", body: expect.stringMatching(/not stored, because senders without an account .* today: 0\.pdf\./) },
	]);
	// A copy of an email takes nothing from anyone.
	await receive({ from, raw });
	expect(await filesOf(last)).toEqual(["1.pdf"]);
	expect(await messagesOf(last)).toHaveLength(2);
	const other = aSender();
	expect(await filesOf(await opened({ from: other, raw: withFiles(other, [3 * MB]) }))).toEqual(["0.pdf"]);
});

test("files of a customer count against their account, not against those of strangers", async () => {
	const customer = await aCustomer();
	const id = await opened({ from: customer.email, raw: withFiles(customer.email, [1_000]) });
	const rows = await env.DB.prepare("select user_id, size from ticket_files where ticket_id = ?").bind(id).all();
	expect(rows.results).toMatchObject([{ user_id: customer.id }]);
	const counters = await env.DB.prepare("select count(*) as n from rate_counters").first<{ n: number }>();
	await opened({ from: customer.email, raw: withFiles(customer.email, [1_001]) });
	const after = await env.DB.prepare("select count(*) as n from rate_counters").first<{ n: number }>();
	expect(after?.n).toBe(counters?.n);
});

test("staff delete a file of a stranger for good, with a reason", async () => {
	const id = await opened({ raw: withFiles(aSender(), [1_000, 2_000]) });
	const shop = testServices();
	const { session, member } = await aSignedInMember(["support"], { name: "Baraka Mwangi" });
	const files = async () => (await shop.ticketsDesk.find(session, id))?.files ?? [];
	const [first, second] = await files();
	const remove = (by: Awaited<ReturnType<typeof aSignedInMember>>, fileId = "") =>
		shop.ticketsDesk.change(by, id, { intent: "delete-file", fileId, reason: "A copy of an identity card" });
	const reader = await aSignedInMember(["read-only"]);
	expect((await remove(reader, first?.id)).ok).toBe(false);
	const other = await opened({ raw: withFiles(aSender(), [1_000]) });
	const foreign = (await shop.ticketsDesk.find(session, other))?.files[0]?.id;
	expect(await remove({ ...reader, session, member }, foreign)).toMatchObject({ error: { kind: "not_found" } });

	expect(await remove({ ...reader, session, member }, first?.id)).toMatchObject({ ok: true });
	expect((await files()).map((file) => file.id)).toEqual([second?.id]);
	expect(await shop.ticketFiles.open(session, id, first?.id ?? "")).toBeNull();
	expect(await env.FILES.get(`tickets/${first?.id}`)).toBeNull();
	expect(await env.FILES.get(`tickets/${second?.id}`)).not.toBeNull();
	expect((await messagesOf(id)).at(-1)).toMatchObject({
		kind: "note",
		author: "Baraka Mwangi",
		body: expect.stringMatching(/^Deleted the file \d\.pdf: A copy of an identity card$/),
	});
	expect(await remove({ ...reader, session, member }, first?.id)).toMatchObject({ error: { kind: "not_found" } });
	const entry = await env.DB.prepare("select kind, reason from audit_log where subject_id = ?").bind(id).first();
	expect(entry).toEqual({ kind: "ticket.file_deleted", reason: "A copy of an identity card" });
});
