import { env } from "cloudflare:workers";
import { expect, test } from "vitest";
import { proofRecord } from "~/features/hosting/plan-domain";
import { unsubscribeToken } from "~/features/notifications/unsubscribe-link";
import { MINUTE, SECOND } from "~/lib/durations";
import { hmacSha512Hex } from "~/lib/hmac";
import { createSealer } from "~/lib/seal";
import { readConfig } from "~/platform/config";
import { createPowerDns } from "~/platform/dns/powerdns/powerdns";
import { createEtimsSigner } from "~/platform/fiscal/etims/etims-signer";
import { readResendWebhook } from "~/platform/mailer/resend-webhook";
import { createMpesaDirect } from "~/platform/payment/mpesa/mpesa-direct";
import { createOpenProviderApi } from "~/platform/registrar/openprovider/api";
import { createServices } from "~/services.server";
import { hasHealthToken } from "../../workers/gates/health-token";
import { createEtimsServer, etimsAccount } from "../services/etims";
import { createOpenProvider } from "../services/openprovider";
import { createPowerDnsService } from "../services/powerdns";
import { aClient, newestToken } from "../support/accounts";
import { aCardHolder, mastercard, visa } from "../support/cards";
import { aCustomer, aSession, testPassword, testServices } from "../support/factories";
import { aPendingPayment } from "../support/orders";
import { aMember } from "../support/staff";
import { aTwoStepCustomer } from "../support/two-factor";

const newSecret = "the-next-token-secret-of-the-tests-0000000";

/** The shop with these secrets, some time from now. */
const shopWith = (secrets: Partial<Env> & Record<string, string>, fromNow = 0) =>
	createServices({ ...env, ...secrets } as Env, () => {}, {
		queues: { send: async () => {} },
		clock: () => Date.now() + fromNow,
	});
const during = (fromNow = 0) => shopWith({ TOKEN_SECRET: newSecret, TOKEN_SECRET_PREVIOUS: env.TOKEN_SECRET }, fromNow);
const afterwards = (fromNow = 0) => shopWith({ TOKEN_SECRET: newSecret }, fromNow);

test("a session and an emailed link outlive a change of the token secret, also without the previous one", async () => {
	const user = await aCustomer();
	const { cookie } = await aSession(user);
	const other = await aCustomer({ password: testPassword });
	await testServices().accounts.forgotPassword({ email: other.email }, aClient());
	const token = await newestToken(other.email, "reset");
	for (const services of [during(), afterwards()])
		expect(await services.sessions.viewer({ cookie }).customer()).toMatchObject({ id: user.id });
	const reset = { token, newPassword: "short rains in november" };
	expect(await afterwards().accounts.resetPassword(reset, aClient())).toMatchObject({ ok: true });
});

test("an authenticator app works while the secret changes, and is then encrypted with the new one", async () => {
	const { user, app } = await aTwoStepCustomer();
	const { email, id } = user;
	const stored = () =>
		env.DB.prepare("select totp_secret from users where id = ?").bind(id).first<string>("totp_secret");
	const old = await stored();
	const login = (services: ReturnType<typeof during>) =>
		services.accounts.login({ email, password: testPassword, remember: false }, aClient(), null);

	// The sign-in began with the old secret.
	const asked = await login(shopWith({}, MINUTE));
	const challenge = asked.ok ? "" : (asked.error.challenge ?? "");
	const services = during(MINUTE);
	const code = app(services.clock());
	expect(await services.accounts.finishSignIn({ challenge, code }, aClient(), null)).toMatchObject({ ok: true });
	const renewed = await stored();
	expect(renewed).not.toBe(old);

	// The previous one is deleted.
	const last = afterwards(2 * MINUTE);
	const again = await login(last);
	const next = again.ok ? "" : (again.error.challenge ?? "");
	const done = await last.accounts.finishSignIn({ challenge: next, code: app(last.clock()) }, aClient(), null);
	expect(done).toMatchObject({ ok: true });
	expect(await stored(), "encrypted once").toBe(renewed);
});

/** Texts that are sealed for a long time, of a card, a customer and someone at the desk. */
const stored = (column: string, table: string, id: string) =>
	env.DB.prepare(`select ${column} as text from ${table} where id = ?`).bind(id).first<string>("text");

test("what no one has used is encrypted with the new secret at night, so that the previous one can be deleted", async () => {
	const { user, app } = await aTwoStepCustomer();
	const { owner, card } = await aCardHolder(mastercard);
	const member = await aMember(["owner"]);
	const texts = () =>
		Promise.all([
			stored("totp_secret", "users", user.id),
			stored("token", "payment_cards", card),
			stored("totp_secret", "staff", member.id),
		]);
	const before = await texts();
	await shopWith({}).upkeep.renewSealed();
	expect(await texts(), "there is no previous secret").toEqual(before);
	await during().upkeep.renewSealed();
	const renewed = await texts();
	expect(renewed.map((text, index) => text === before[index])).toEqual([false, false, false]);
	await during().upkeep.renewSealed();
	expect(await texts(), "once").toEqual(renewed);

	const services = afterwards(MINUTE);
	const { email } = user;
	const asked = await services.accounts.login({ email, password: testPassword, remember: false }, aClient(), null);
	const challenge = asked.ok ? "" : (asked.error.challenge ?? "");
	const code = app(services.clock());
	expect(await services.accounts.finishSignIn({ challenge, code }, aClient(), null)).toMatchObject({ ok: true });
	const deskSealer = createSealer([newSecret], "staff");
	expect(await deskSealer.open(renewed[2] ?? "", `totp:${member.id}`)).not.toBeNull();
	expect(await services.payments.cards.chargeable(owner, card)).toMatchObject({ ok: true });
});

test("a night that ends early is continued, and other secrets begin again", async () => {
	const { card } = await aCardHolder(visa);
	const row = await env.DB.prepare("select * from payment_cards where id = ?")
		.bind(card)
		.first<Record<string, string>>();
	const sealer = createSealer([env.TOKEN_SECRET], "payment-cards");
	const ids = Array.from({ length: 230 }, (_, index) => `crd_zz${String(index).padStart(4, "0")}`);
	const copies = await Promise.all(
		ids.map(async (id) => ({ ...row, id, fingerprint: id, token: await sealer.seal(id, `${row?.user_id}:${id}`) })),
	);
	const columns = Object.keys(copies[0] ?? {});
	const insert = `insert into payment_cards (${columns}) values (${columns.map(() => "?")})`;
	await env.DB.batch(
		copies.map((copy) =>
			env.DB.prepare(insert).bind(...columns.map((name) => (copy as Record<string, unknown>)[name])),
		),
	);
	await env.DB.prepare("update payment_cards set renewals_at = null").run();
	const current = createSealer([newSecret], "payment-cards");
	const left = async () => {
		const { results } = await env.DB.prepare("select id, user_id, token from payment_cards where id >= 'crd_zz'").all<
			Record<"id" | "user_id" | "token", string>
		>();
		const opened = await Promise.all(results.map(({ id, user_id, token }) => current.open(token, `${user_id}:${id}`)));
		return opened.filter((text) => text === null).length;
	};
	const aNight = () => during().upkeep.renewSealed(() => true);
	await aNight();
	const afterOne = await left();
	expect(afterOne).toBeGreaterThan(100);
	await aNight();
	expect(await left()).toBe(afterOne - 100);
	await shopWith({
		TOKEN_SECRET: "another-token-secret-of-the-tests-000000000",
		TOKEN_SECRET_PREVIOUS: newSecret,
	}).upkeep.renewSealed();
	const third = createSealer(["another-token-secret-of-the-tests-000000000"], "payment-cards");
	const first = await env.DB.prepare("select user_id, token from payment_cards where id = 'crd_zz0000'").first<
		Record<"user_id" | "token", string>
	>();
	expect(await third.open(first?.token ?? "", `${first?.user_id}:crd_zz0000`), "from the beginning").toBe("crd_zz0000");
});

test("a form that was opened before the change can be sent after it, until the previous secret is deleted", async () => {
	const about = { name: "Neema", email: "neema@example.co.ke", phone: null, topic: "support", message: "Hello" };
	const send = (services: ReturnType<typeof during>, formToken: string) =>
		services.support.send("contact", { ...about, details: {}, formToken }, { client: aClient(), customer: null });
	const opened = shopWith({}).support.formToken();
	expect(await send(during(5 * SECOND), opened)).toMatchObject({ ok: true });
	expect(await send(afterwards(5 * SECOND), opened)).toMatchObject({ ok: false, error: { code: "unconfirmed" } });
	expect(await send(afterwards(10 * SECOND), during().support.formToken()), "signed with the new one").toMatchObject({
		ok: true,
	});
});

test("an unsubscribe link and a TXT record of the old secret are accepted, and new ones use the new secret", async () => {
	const user = await aCustomer();
	const token = unsubscribeToken(env.TOKEN_SECRET, { userId: user.id, preference: "email" });
	expect(afterwards().notificationPreferences.describeLink(token).ok).toBe(false);
	expect(await during().notificationPreferences.unsubscribe(token)).toMatchObject({ ok: true });
	const plan = { userId: user.id, domain: "example.co.ke" };
	expect(during().planDomains.proofRecordFor(plan)).toEqual(proofRecord(newSecret, plan));
});

test("what is sealed is sealed again only if it was sealed with an older secret", async () => {
	const [before, both, after] = [["old"], ["new", "old"], ["new"]].map((secrets) =>
		createSealer(secrets as [string], "test"),
	);
	const sealed = (await before?.seal("a text", "x")) ?? "";
	const renewed = (await both?.renew(sealed, "x")) ?? "";
	expect(await after?.open(renewed, "x")).toBe("a text");
	expect(await after?.open(sealed, "x")).toBeNull();
	expect(await both?.renew(renewed, "x")).toBeNull();
	expect(await both?.renew(sealed, "another context")).toBeNull();
});

test("two tokens of the monitor are accepted while it changes", () => {
	const [old, next] = ["o".repeat(32), "n".repeat(32)] as const;
	const asks = (token: string, settings: Record<string, string>) =>
		hasHealthToken(
			new Request("https://kikoa.test", { headers: { Authorization: `Bearer ${token}` } }),
			readConfig({ ...env, ...settings }),
		);
	const both = { HEALTH_TOKEN: next, HEALTH_TOKEN_PREVIOUS: old };
	expect([asks(old, both), asks(next, both), asks("x".repeat(32), both)]).toEqual([true, true, false]);
	expect(asks(old, { HEALTH_TOKEN: next })).toBe(false);
	expect(asks(old, { HEALTH_TOKEN_PREVIOUS: old }), "a previous one alone opens nothing").toBe(false);
});

test("messages to the paybill's old and new address are accepted", () => {
	const [old, next] = ["0".repeat(32), "1".repeat(32)] as const;
	const direct = createMpesaDirect({
		daraja: { post: () => Promise.reject(new Error("not called")) },
		...{ clock: Date.now, shortcode: "600000", callbackToken: next, previousCallbackToken: old, initiator: undefined },
	});
	expect([old, next, "2".repeat(32)].map((token) => direct.isNoticeToken(token))).toEqual([true, true, false]);
});

test("reports of the mail service signed with either secret are accepted", async () => {
	const secrets = ["new", "old", "other"].map((name) => `whsec_${btoa(`${name} secret of sixteen bytes`)}`);
	const now = Date.now();
	const body = new TextEncoder().encode(JSON.stringify({ type: "email.delivered", data: { to: ["a@example.com"] } }));
	const kinds = await Promise.all(
		secrets.map(async (secret) => {
			const time = String(Math.floor(now / 1_000));
			const key = Uint8Array.from(atob(secret.slice(6)), (letter) => letter.charCodeAt(0));
			const imported = await crypto.subtle.importKey("raw", key, { name: "HMAC", hash: "SHA-256" }, false, ["sign"]);
			const signed = new Uint8Array([...new TextEncoder().encode(`msg_1.${time}.`), ...body]);
			const signature = btoa(
				String.fromCharCode(...new Uint8Array(await crypto.subtle.sign("HMAC", imported, signed))),
			);
			const headers = new Headers({ "svix-id": "msg_1", "svix-timestamp": time, "svix-signature": `v1,${signature}` });
			return readResendWebhook(secrets.slice(0, 2), body, headers, now).kind;
		}),
	);
	expect(kinds).toEqual(["reports", "reports", "unauthentic"]);
});

/** A shop that takes payments at this provider only. */
const paidAt = (settings: Record<string, string>) =>
	createServices({ ...env, ...settings } as Env, () => {}, { queues: { send: async () => {} } });

test("messages of Paystack signed with either key are accepted", async () => {
	const [old, next, other] = ["old", "next", "other"].map((name) => `sk_test_${name.repeat(8)}`) as [
		string,
		string,
		string,
	];
	const { payments } = paidAt({
		...{ PAYMENTS: "paystack", PAYSTACK_SECRET_KEY: next, PAYSTACK_SECRET_KEY_PREVIOUS: old },
	});
	const raw = new TextEncoder().encode(JSON.stringify({ event: "subscription.create", data: {} }));
	const answers = [old, next, other].map((key) =>
		payments.handleWebhook("paystack", null, raw, new Headers({ "x-paystack-signature": hmacSha512Hex(key, raw) })),
	);
	expect(await Promise.all(answers)).toEqual(["accepted", "accepted", "unauthentic"]);
});

test("notices of Pesapal to the old and the new address are accepted", async () => {
	const [old, next, other] = ["0", "1", "2"].map((digit) => digit.repeat(32)) as [string, string, string];
	const { paymentId } = await aPendingPayment(testServices());
	await env.DB.prepare("update payments set provider = 'pesapal' where id = ?").bind(paymentId).run();
	const { payments } = paidAt({
		...{ PAYMENTS: "pesapal", PESAPAL_CONSUMER_KEY: "key", PESAPAL_CONSUMER_SECRET: "secret", PESAPAL_IPN_ID: "ipn" },
		...{ PESAPAL_CALLBACK_TOKEN: next, PESAPAL_CALLBACK_TOKEN_PREVIOUS: old },
	});
	const notify = (token: string) => {
		const notice = { OrderTrackingId: `order-${token}`, OrderMerchantReference: `${paymentId}.abc` };
		const raw = new TextEncoder().encode(JSON.stringify({ ...notice, OrderNotificationType: "IPNCHANGE" }));
		return payments.handleWebhook("pesapal", token, raw, new Headers());
	};
	expect([await notify(old), await notify(next), await notify(other)]).toEqual(["accepted", "accepted", "unauthentic"]);
});

const [oldKey, nextKey] = ["the-old-key-of-the-tests", "the-next-key-of-the-tests"] as const;

interface Keys {
	readonly current: string;
	readonly previous?: string;
}

/** A registrar whose calls are neither counted nor stopped. */
const openRegistrar = {
	clock: Date.now,
	repo: { problem: async () => undefined, stop: async () => {}, tryAgain: async () => true, resume: async () => {} },
	rateLimiter: { take: async () => ({ allowed: true, retryAfter: 0 }) },
};

/** Services that accept one key at a time: a server that accepts this key, and a free call to it. */
const oneKeyServices = {
	PowerDNS(accepted: string) {
		const { fetch } = createPowerDnsService({ clock: Date.now, apiKey: accepted });
		return ({ current, previous }: Keys) =>
			createPowerDns({
				...{ url: "http://dns.test", apiKey: current, previousApiKey: previous, forwarding: null },
				...{ nameservers: ["ns1.kikoa.example"], contact: "dns@kikoa.example" },
				fetch: (url, init) => fetch(new Request(url, init)),
			}).probe();
	},
	eTIMS(accepted: string) {
		const { fetch } = createEtimsServer({ clock: Date.now, cmcKey: accepted });
		return ({ current, previous }: Keys) =>
			createEtimsSigner({
				...{ ...etimsAccount, cmcKey: current, previousCmcKey: previous },
				fetch: (url, init) => fetch(new Request(url, init)),
			}).probe();
	},
	OpenProvider(accepted: string) {
		const { fetch } = createOpenProvider({ clock: Date.now, password: accepted });
		return ({ current, previous }: Keys) =>
			createOpenProviderApi({
				...{ ...openRegistrar, fetch, url: "https://api.openprovider.test", username: "shop", password: current },
				...{ previousPassword: previous, sharedToken: async (issue) => (await issue()).token },
			}).probe();
	},
} satisfies Readonly<Record<string, (accepted: string) => (keys: Keys) => Promise<void>>>;

test.each(Object.entries(oneKeyServices))(
	"%s, which accepts one key at a time, answers before and after it has changed to the new one",
	async (_, serverWith) => {
		const both = { current: nextKey, previous: oldKey };
		await serverWith(oldKey)(both);
		await serverWith(nextKey)(both);
		await expect(serverWith(oldKey)({ current: nextKey })).rejects.toThrow();
		await expect(serverWith("another-key-of-the-tests")(both)).rejects.toThrow();
	},
);
