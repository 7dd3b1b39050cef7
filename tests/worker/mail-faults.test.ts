import { env } from "cloudflare:workers";
import { eq } from "drizzle-orm";
import { beforeEach, expect, test } from "vitest";
import { notifications, users } from "~/db/schema";
import { capForKind } from "~/features/email/cap";
import { type EmailKind, emailKinds } from "~/features/email/email";
import { maxAttempts } from "~/features/outbox/outbox";
import { DAY, HOUR, MINUTE, SECOND } from "~/lib/durations";
import type { SendResult } from "~/platform/mailer/mailer";
import { aCustomer } from "../support/factories";
import { expectConsoleError } from "../support/fail-on-console";
import { mailUnderTest } from "../support/mail";
import { writeRows } from "../support/rows";
import { withTexts } from "../support/stored-texts";

beforeEach(() => env.DB.exec("delete from outbox"));

const unverified = () => aCustomer({ status: "unverified", verifiedAt: null, verifyGeneration: 1 });

/** A pending verification email in the outbox. */
async function aVerification(shop: ReturnType<typeof mailUnderTest>) {
	const user = await unverified();
	const outboxId = await shop.commit({ payload: { userId: user.id, generation: 1 }, userId: user.id });
	return { user, outboxId };
}

test("an email whose queue message was lost is sent by the sweep", async () => {
	const shop = mailUnderTest();
	const { user, outboxId } = await aVerification(shop);
	shop.queues.failNext(1);
	shop.outbox.send([outboxId]);
	await shop.settled();
	shop.advance(MINUTE);
	await shop.outbox.sweep();
	await shop.deliver(shop.queues.sent.map(({ outboxId: id }) => ({ outboxId: id })));
	expect(shop.faults.delivered().map((message) => message.to)).toEqual([user.email]);
});

test("a mailer that throws for one message sends the others once", async () => {
	expectConsoleError();
	const shop = mailUnderTest();
	const orders = [await aVerification(shop), await aVerification(shop), await aVerification(shop)];
	const bodies = orders.map(({ outboxId }) => ({ outboxId }));
	shop.faults.next(shop.faults.accept, async () => {
		throw new Error("connection reset");
	});
	expect(await shop.deliver(bodies)).toEqual(["acked", { retryAfter: 10 }, "acked"]);
	shop.advance(10 * SECOND);
	expect(await shop.deliver(bodies)).toEqual(["acked", "acked", "acked"]);
	expect(shop.faults.delivered()).toHaveLength(3);
	expect(shop.faults.calls).toHaveLength(4);
});

test("the text of a sent email is stored for staff, without the secret of its link", async () => {
	const shop = mailUnderTest();
	const { user, outboxId } = await aVerification(shop);
	await shop.deliver([{ outboxId }]);
	const sent = await shop.sentEmails.find({ userId: user.id, id: outboxId });
	expect(sent).toMatchObject({ to: user.email, subject: shop.faults.delivered()[0]?.subject });
	expect(shop.faults.delivered()[0]?.text).toContain(`?token=secret-${outboxId}`);
	expect(sent?.text).toContain("/verify?token=…");
	expect(sent?.text).not.toContain(`secret-${outboxId}`);
});

test("an email is sent once, also if its text can't be stored", async () => {
	expectConsoleError();
	const shop = mailUnderTest({ fileStore: { replace: "before" } });
	const { user, outboxId } = await aVerification(shop);
	expect(await shop.deliver([{ outboxId }, { outboxId }])).toEqual(["acked", "acked"]);
	expect(shop.faults.delivered()).toHaveLength(1);
	expect(await shop.sentEmails.find({ userId: user.id, id: outboxId })).toBeNull();
});

test("five parallel deliveries of one email send it once", async () => {
	const shop = mailUnderTest();
	const { outboxId } = await aVerification(shop);
	await Promise.all(Array.from({ length: 5 }, () => shop.deliver([{ outboxId }])));
	expect(shop.faults.calls).toHaveLength(1);
});

test("after a crash between sending and recording, the email is sent again under the same key and link", async () => {
	const shop = mailUnderTest();
	const { outboxId } = await aVerification(shop);
	await shop.deliver([{ outboxId }]);
	// After the crash the provider has accepted the email, but our row is still being sent.
	await env.DB.prepare("update outbox set state = 'sending', lease_until = ? where id = ?")
		.bind(shop.now() + MINUTE, outboxId)
		.run();
	const [first] = shop.faults.delivered();
	shop.advance(3 * MINUTE);
	await shop.outbox.sweep();
	await shop.deliver([{ outboxId }]);
	expect(shop.faults.calls.map(({ key }) => key)).toEqual([outboxId, outboxId]);
	expect(shop.faults.delivered()).toEqual([first]);
	expect((await shop.row(outboxId)).state).toBe("sent");
});

test.each<[string, (key: string) => Promise<SendResult>, number]>([
	["says 429 and how long to wait", async () => ({ state: "delayed", reason: "429", retryAfter: 47_000 }), 47],
	["answers 503", async () => ({ state: "delayed", reason: "503" }), 10],
	["never answers", () => new Promise(() => {}), 10],
])("a provider that %s gets the email later", async (_, behaviour, seconds) => {
	const shop = mailUnderTest();
	const { outboxId } = await aVerification(shop);
	shop.faults.next((_message, key) => behaviour(key));
	expect(await shop.deliver([{ outboxId }])).toEqual([{ retryAfter: seconds }]);
	shop.advance(seconds * SECOND);
	await shop.deliver([{ outboxId }]);
	expect(shop.faults.delivered()).toHaveLength(1);
});

test("a provider that stays down turns the email into a dead letter that health counts", async () => {
	expectConsoleError();
	const shop = mailUnderTest();
	const { outboxId } = await aVerification(shop);
	shop.faults.next(...Array(maxAttempts).fill(async () => ({ state: "delayed", reason: "still down" })));
	for (let attempt = 1; attempt <= maxAttempts; attempt += 1) {
		await shop.deliver([{ outboxId }]);
		shop.advance(3 * 3_600 * SECOND);
	}
	expect(await shop.row(outboxId)).toMatchObject({ state: "dead", lastError: "still down" });
	expect((await shop.outbox.health(1_000)).dead).toBe(1);
});

test("an address that rejects email is not tried again, and its account is flagged", async () => {
	expectConsoleError();
	const shop = mailUnderTest();
	const { user, outboxId } = await aVerification(shop);
	shop.faults.next(async () => ({ state: "refused", reason: "suppressed", badRecipient: true }));
	expect(await shop.deliver([{ outboxId }])).toEqual(["acked"]);
	expect((await shop.row(outboxId)).state).toBe("dead");
	const [flagged] = await shop.db.read(shop.db.orm.select().from(users).where(eq(users.id, user.id)));
	expect(flagged?.mailRefusedAt).toBe(shop.now());
	const notices = await shop.db.read(shop.db.orm.select().from(notifications).where(eq(notifications.userId, user.id)));
	expect(notices.map((row) => withTexts(row).title)).toEqual(["Our emails don't reach you"]);
});

test("a row of another release's schema is retried, then becomes a dead letter with its error", async () => {
	expectConsoleError();
	const shop = mailUnderTest();
	const wrong = await shop.commit({ payload: { user: "usr_1" } });
	const unknown = await shop.commit({ kind: "mail.newsletter" });
	for (let attempt = 1; attempt <= maxAttempts; attempt += 1) {
		expect(await shop.row(wrong)).toMatchObject({ state: "new" });
		await shop.deliver([{ outboxId: wrong }, { outboxId: unknown }]);
		shop.advance(2 * HOUR);
	}
	expect(await shop.row(wrong)).toMatchObject({ state: "dead", lastError: expect.stringContaining("userId") });
	expect(await shop.row(unknown)).toMatchObject({ state: "dead", lastError: "Unknown kind mail.newsletter" });
});

test("with any text in a name, headers stay one line and the body stays literal", async () => {
	const shop = mailUnderTest();
	const hostile = [
		"Amina\r\nBcc: all@example.com",
		"x".repeat(10_000),
		"😀 \u202eanimA\u2066",
		`{{7*7}} \${7*7} <%= 7*7 %>`,
		`"><script>alert(1)</script>`,
	];
	for (const firstName of hostile) {
		const user = await aCustomer({ firstName });
		const outboxId = await shop.commit({
			kind: "mail.password-changed",
			payload: { userId: user.id },
			userId: user.id,
		});
		await shop.deliver([{ outboxId }]);
	}
	const mails = shop.faults.delivered();
	expect(mails).toHaveLength(hostile.length);
	for (const { subject, from, to } of mails) expect(`${subject}${from}${to}`).not.toMatch(/[\r\n]/);
	const [injected, long, , templated, scripted] = mails;
	expect(injected?.text).toContain("Hello Amina Bcc: all@example.com,");
	expect(long?.text.length).toBeLessThan(2_000);
	expect(templated?.text).toContain(`Hello {{7*7}} \${7*7} <%= 7*7 %>,`);
	expect(templated?.html).toContain(`{{7*7}} \${7*7} &lt;%= 7*7 %&gt;`);
	expect(scripted?.html).not.toContain("<script");
	expect(scripted?.html).toContain("&quot;&gt;&lt;script&gt;");
});

test("the row has no link and no token, before or after sending", async () => {
	const shop = mailUnderTest();
	const { outboxId } = await aVerification(shop);
	const before = JSON.stringify(await shop.row(outboxId));
	await shop.deliver([{ outboxId }]);
	const after = JSON.stringify(await shop.row(outboxId));
	expect(shop.faults.delivered()[0]?.text).toContain(`secret-${outboxId}`);
	expect(before + after).not.toMatch(/secret|https?:/);
});

test("a verification email is not sent after the address was verified", async () => {
	const shop = mailUnderTest();
	const { user, outboxId } = await aVerification(shop);
	await writeRows(shop.db, [shop.db.orm.update(users).set({ status: "active" }).where(eq(users.id, user.id))]);
	await shop.deliver([{ outboxId }]);
	expect(shop.faults.calls).toEqual([]);
	expect(await shop.row(outboxId)).toMatchObject({ state: "sent", lastError: "Not sent: the address is verified" });
});

test("of two links requested in a row, only the newer one is emailed", async () => {
	const shop = mailUnderTest();
	const user = await aCustomer({ resetGeneration: 2 });
	const mails = [1, 2].map((generation) =>
		shop.commit({ kind: "mail.reset-password", payload: { userId: user.id, generation }, userId: user.id }),
	);
	const [older, newer] = await Promise.all(mails);
	await shop.deliver([{ outboxId: newer }, { outboxId: older }]);
	expect(shop.faults.calls.map(({ key }) => key)).toEqual([newer]);
});

test("emails that strangers can cause are limited per customer and day, and further ones are left out", async () => {
	const shop = mailUnderTest();
	const user = await aCustomer();
	const limit = capForKind("mail.already-registered")?.limit ?? 0;
	const send = async () => {
		shop.advance(11 * MINUTE);
		const payload = { userId: user.id };
		const outboxId = await shop.commit({ kind: "mail.already-registered", payload, userId: user.id });
		await shop.deliver([{ outboxId }]);
	};
	for (let count = 0; count < limit + 3; count += 1) await send();
	expect(shop.faults.calls).toHaveLength(limit);
	shop.advance(DAY);
	await send();
	expect(shop.faults.calls).toHaveLength(limit + 1);
});

/** Adds emails of a kind that were just sent to the customer. */
async function addSent(shop: ReturnType<typeof mailUnderTest>, kind: EmailKind, userId: string, count: number) {
	const first = await shop.commit({ kind, payload: { userId, n: 1 }, userId });
	// Different payloads, because equal emails are sent as one.
	await env.DB.prepare(
		`with recursive numbers (n) as (select 1 union all select n + 1 from numbers where n < ?)
			insert into outbox (id, kind, payload, user_id, state, next_at, created_at)
			select id || n, kind, json_set(payload, '$.n', n), user_id, state, next_at, created_at
			from outbox, numbers where id = ? and n > 1`,
	)
		.bind(count, first)
		.run();
	await env.DB.prepare("update outbox set state = 'sent', provider_id = id, sent_at = ? where state = 'new'")
		.bind(shop.now())
		.run();
}

test("a flood of the shop's own emails is delayed, not lost", async () => {
	const shop = mailUnderTest();
	const user = await aCustomer();
	const mail = { kind: "mail.password-changed", payload: { userId: user.id }, userId: user.id } as const;
	await addSent(shop, mail.kind, user.id, capForKind(mail.kind)?.limit ?? 0);
	const last = await shop.commit(mail);
	expect(await shop.deliver([{ outboxId: last }])).toEqual(["acked"]);
	expect(await shop.row(last)).toMatchObject({ state: "new", attempts: 0, nextAt: shop.now() + DAY });

	shop.advance(DAY + MINUTE);
	await shop.outbox.sweep();
	expect(shop.queues.sent.map(({ outboxId }) => outboxId)).toEqual([last]);
	await shop.deliver([{ outboxId: last }]);
	expect(shop.faults.calls.map(({ key }) => key)).toEqual([last]);
});

test("a flood of ordinary emails delays none about security or payments, and neither kind delays the other", async () => {
	const shop = mailUnderTest();
	const user = await aCustomer();
	for (const kind of emailKinds.filter((kind) => kind !== "mail.password-changed"))
		await addSent(shop, kind, user.id, kind === "mail.project-message" ? 200 : 60);
	const outboxId = await shop.commit({ kind: "mail.password-changed", payload: { userId: user.id }, userId: user.id });
	await shop.deliver([{ outboxId }]);
	expect(shop.faults.calls.map(({ key }) => key)).toEqual([outboxId]);
});

test("an email with a link is never left out or delayed, however many were sent before", async () => {
	const shop = mailUnderTest();
	const user = await unverified();
	await addSent(shop, "mail.verify-email", user.id, 100);
	await addSent(shop, "mail.reset-password", user.id, 100);
	const payload = { userId: user.id, generation: 1 };
	const outboxId = await shop.commit({ kind: "mail.verify-email", payload, userId: user.id });
	await shop.deliver([{ outboxId }]);
	expect(shop.faults.calls.map(({ key }) => key)).toEqual([outboxId]);
});

test("for repeated emails about one thing, the first and, a while later, the newest are sent", async () => {
	const shop = mailUnderTest();
	const user = await aCustomer();
	const commit = (event: string) =>
		shop.commit({ kind: "mail.security-notice", payload: { userId: user.id, event }, userId: user.id });
	const first = await commit("passkey-added");
	await shop.deliver([{ outboxId: first }]);
	const others: string[] = [];
	for (let count = 0; count < 5; count += 1) {
		shop.advance(10 * SECOND);
		others.push(await commit("passkey-added"));
	}
	const other = await commit("passkey-removed");
	await shop.deliver([...others, other].map((outboxId) => ({ outboxId })));
	expect(shop.faults.calls.map(({ key }) => key)).toEqual([first, other]);
	shop.advance(11 * MINUTE);
	await shop.outbox.sweep();
	await shop.deliver(shop.queues.sent.map(({ outboxId }) => ({ outboxId })));
	expect(shop.faults.calls.map(({ key }) => key)).toEqual([first, other, others.at(-1)]);
});
