import { env } from "cloudflare:workers";
import { hmac } from "@oslojs/crypto/hmac";
import { SHA256 } from "@oslojs/crypto/sha2";
import { decodeBase64, encodeBase64 } from "@oslojs/encoding";
import { expect, test } from "vitest";
import { emit } from "~/db/change.server";
import { joinBytes } from "~/lib/bytes";
import { HOUR, MINUTE, SECOND } from "~/lib/durations";
import { cloudflareMailer } from "~/platform/mailer/cloudflare";
import { httpMailer } from "~/platform/mailer/http";
import { consumeBatch } from "../../workers/jobs/consume";
import { aClient, accountOf, mailsOf } from "../support/accounts";
import { aCustomer, testServices } from "../support/factories";
import { expectConsoleError } from "../support/fail-on-console";
import { faultyMailer } from "../support/mail";
import { fakeBatch, fakeMessage } from "../support/messages";

const now = Date.UTC(2026, 10, 23, 9);
const secret = "whsec_dGhlIGtleSBvZiB0aGUgd2ViaG9vaw==";
const resend = () =>
	testServices({ clock: () => now, mailer: httpMailer({ apiKey: "re_key", webhookSecrets: [secret] }) });

const bytes = (text: string) => new TextEncoder().encode(text);

/** A webhook as Resend sends it. */
function webhook(event: unknown, { time = now, key = secret, text = JSON.stringify(event) } = {}) {
	const raw = bytes(text);
	const [id, seconds] = ["msg_1", String(time / SECOND)];
	const signed = joinBytes(bytes(`${id}.${seconds}.`), raw);
	const signature = encodeBase64(hmac(SHA256, decodeBase64(key.replace("whsec_", "")), signed));
	const headers = new Headers({
		"svix-id": id,
		"svix-timestamp": seconds,
		"svix-signature": `v1,b3RoZXI= v1,${signature}`,
	});
	return [raw, headers] as const;
}

const bounced = (to: string, type = "Permanent") => ({ type: "email.bounced", data: { to: [to], bounce: { type } } });

const isFlagged = async (email: string) => ((await accountOf(email))?.mailRefusedAt ?? null) !== null;

test.each<[string, (to: string) => unknown, boolean]>([
	["a permanent bounce", (to) => bounced(to), true],
	["a temporary bounce", (to) => bounced(to, "Transient"), false],
	["a complaint", (to) => ({ type: "email.complained", data: { to: [to] } }), true],
	["an address on the suppression list", (to) => ({ type: "email.suppressed", data: { to: [to] } }), true],
	["a delivery", (to) => ({ type: "email.delivered", data: { to: [to] } }), false],
	["an address with a name in capitals", (to) => bounced(`Amina <${to.toUpperCase()}>`), true],
])("after %s from Resend, the address gets emails only if it can take them", async (_, event, flagged) => {
	const { email } = await aCustomer();
	const { undeliverable } = resend();
	expect(await undeliverable.receiveWebhook(...webhook(event(email)))).toBe("accepted");
	expect(await isFlagged(email)).toBe(flagged);
});

test("a webhook with a wrong key, an old time, no signature or another body changes nothing", async () => {
	const { email } = await aCustomer();
	const { undeliverable } = resend();
	const event = bounced(email);
	const [raw, headers] = webhook(event);
	const refused = [
		webhook(event, { key: "whsec_YW5vdGhlciBrZXk=" }),
		webhook(event, { time: now - 6 * MINUTE }),
		webhook(event, { time: now + 6 * MINUTE }),
		[raw, new Headers()],
		[bytes(new TextDecoder().decode(raw).replace("Permanent", "Permanenz")), headers],
	] as const;
	for (const message of refused) expect(await undeliverable.receiveWebhook(...message)).toBe("unauthentic");
	expect(await undeliverable.receiveWebhook(...webhook(null, { text: "{" }))).toBe("malformed");
	expect(await isFlagged(email)).toBe(false);
});

test("without a secret there is no webhook", async () => {
	const { undeliverable } = testServices({ mailer: httpMailer({ apiKey: "re_key" }) });
	expect(await undeliverable.receiveWebhook(...webhook(bounced("a@example.com")))).toBe("absent");
});

const sendingEvent = (name: string, recipient: string, more: object) => ({
	type: `cf.email.sending.message.${name}`,
	source: { type: "email.sending", domain: "kikoa.test" },
	payload: { eventId: "0190d0c4", messageId: "0101018f", recipient, terminal: true, ...more },
});

test.each<[string, string, object, boolean]>([
	["a hard bounce", "bounced", { bounce: { type: "hard" } }, true],
	["a soft bounce", "bounced", { bounce: { type: "soft" } }, false],
	["a complaint", "complained", { complaint: { type: "abuse" } }, true],
	["a suppressed address", "rejected", { rejection: { reason: "suppressed", party: "recipient" } }, true],
	["an email that looks like spam", "rejected", { rejection: { reason: "spam", party: "sender" } }, false],
	["a delivery", "delivered", { delivery: { status: "delivered" } }, false],
])(
	"after %s in Cloudflare's queue, the address gets emails only if it can take them",
	async (_, name, more, flagged) => {
		const { email } = await aCustomer();
		const services = testServices({ mailer: cloudflareMailer(env.EMAIL) });
		const message = fakeMessage(sendingEvent(name, email, more));
		await consumeBatch(fakeBatch("kikoa-mail-events", [message]), () => services);
		expect(message.verdict).toBe("acked");
		expect(await isFlagged(email)).toBe(flagged);
	},
);

test("a message of the queue that can't be read is kept for staff", async () => {
	expectConsoleError();
	const services = testServices({ mailer: cloudflareMailer(env.EMAIL) });
	const message = fakeMessage({ type: "cf.email.sending.message.bounced" });
	await consumeBatch(fakeBatch("kikoa-mail-events", [message]), () => services);
	expect(message.verdict).toBe("acked");
	const kept = await env.DB.prepare("select last_error from outbox where last_error = 'Unknown mail event'").all();
	expect(kept.results).toHaveLength(1);
});

test("a flagged address gets no emails but those that the customer asks for, until they try it again", async () => {
	let time = now;
	const faults = faultyMailer();
	const services = testServices({ clock: () => time, mailer: faults.mailer });
	const user = await aCustomer();
	const owner = { userId: user.id };
	const send = async () => {
		const kinds = ["mail.reset-password", "mail.new-sign-in"] as const;
		for (const kind of kinds)
			for (const { id, state } of await mailsOf(user.id, kind)) if (state === "new") await services.outbox.deliver(id);
		const subjects = faults.delivered().map(({ subject }) => subject);
		return subjects.length;
	};
	const warn = async () => {
		time += HOUR;
		const event = emit({ kind: "mail.new-sign-in", payload: { userId: user.id, from: `${time}` }, userId: user.id });
		await services.db.commit(event, time);
	};
	for (let times = 0; times < 2; times += 1)
		await services.undeliverable.report({ email: user.email, reason: "complained" });
	expect((await services.notifications.list(owner)).items).toHaveLength(1);

	await warn();
	expect(await send()).toBe(0);
	await services.accounts.forgotPassword({ email: user.email }, aClient());
	expect(await send()).toBe(1);

	await services.undeliverable.tryAgain(owner);
	expect(await isFlagged(user.email)).toBe(false);
	await warn();
	expect(await send()).toBe(2);
});

test("a report about an address that no account has any more changes nothing", async () => {
	const { undeliverable } = testServices();
	const user = await aCustomer();
	await undeliverable.report({ email: `old-${user.email}`, reason: "bounced" });
	expect(await isFlagged(user.email)).toBe(false);
});
