import { env } from "cloudflare:workers";
import { expect, test } from "vitest";
import type { Client } from "~/features/accounts/client";
import { listSecurityEvent } from "~/features/accounts/security-event-list";
import { HOUR, MINUTE } from "~/lib/durations";
import { aClient, mailsOf } from "../support/accounts";
import { aCustomer, testPassword, testServices } from "../support/factories";
import { faultyMailer } from "../support/mail";
import { aTwoStepCustomer } from "../support/two-factor";

const later = () => testServices({ clock: () => Date.now() + MINUTE });

const eventsOf = async (userId: string | undefined) => {
	const { results } = await env.DB.prepare(
		"select kind, device, place, count from security_events where user_id = ? order by last_at",
	)
		.bind(userId ?? "")
		.all();
	return results;
};

const here = { device: "Chrome on Android", place: "Kisumu, Kenya" };

test("sign-ins and wrong passwords are logged with device and place, and repeated ones as one row", async () => {
	const user = await aCustomer({ password: testPassword });
	const services = testServices();
	const client = aClient();
	const login = (password: string) =>
		services.accounts.login({ email: user.email, password, remember: false }, client, null);
	for (let guess = 0; guess < 3; guess += 1) expect((await login("a wrong guess")).ok).toBe(false);
	await services.settle();
	expect(await eventsOf(user.id)).toEqual([{ kind: "wrong_password", ...here, count: 3 }]);
	expect((await login(testPassword)).ok).toBe(true);
	await services.settle();
	const [newest] = await services.securityLog.list({ userId: user.id ?? "" });
	expect(newest).toMatchObject({ kind: "signed_in", ...here, count: 1 });
	const reader = { timezone: "Africa/Nairobi", language: "en-GB" };
	const shown = (await services.securityLog.list({ userId: user.id ?? "" })).map((one) =>
		listSecurityEvent(one, reader),
	);
	expect(shown.map(({ name, refused, from }) => [name, refused, from])).toEqual([
		["Signed in", false, "Chrome on Android · Kisumu, Kenya"],
		["Wrong password, 3 times", true, "Chrome on Android · Kisumu, Kenya"],
	]);
});

test("wrong codes and attempts beyond the limit are logged for their account", async () => {
	const { user } = await aTwoStepCustomer();
	const services = later();
	const asked = await services.accounts.login(
		{ email: user.email, password: testPassword, remember: false },
		aClient(),
		null,
	);
	const challenge = asked.ok ? "" : (asked.error.challenge ?? "");
	for (let guess = 0; guess < 6; guess += 1)
		await services.accounts.finishSignIn({ challenge, code: "000000" }, aClient(), null);
	await services.settle();
	const kinds = Object.fromEntries((await eventsOf(user.id)).map(({ kind, count }) => [kind, count]));
	expect(kinds).toMatchObject({ wrong_code: 5, too_many_attempts: 1 });
	expect(kinds).not.toHaveProperty("wrong_password");
});

test("attempts on an address without an account are logged without an account", async () => {
	const services = testServices();
	const before = await env.DB.prepare(
		"select coalesce(sum(count), 0) as n from security_events where user_id is null",
	).first<{ n: number }>();
	await services.accounts.login(
		{ email: "nobody@example.com", password: "a wrong guess", remember: false },
		aClient(),
		null,
	);
	await services.settle();
	const after = await env.DB.prepare("select sum(count) as n from security_events where user_id is null").first<{
		n: number;
	}>();
	expect((after?.n ?? 0) - (before?.n ?? 0)).toBe(1);
});

test("a sign-in on a new device is emailed to the owner, the first one and one on a known device are not", async () => {
	const user = await aCustomer({ password: testPassword });
	const inbox = faultyMailer();
	const services = testServices({ mailer: inbox.mailer });
	const login = (client: Client = aClient(), at = services) =>
		at.accounts.login({ email: user.email, password: testPassword, remember: false }, client, null);
	const mails = () => mailsOf(user.id, "mail.new-sign-in");
	expect((await login()).ok).toBe(true);
	expect(await mails()).toEqual([]);
	const client: Client = aClient();
	const known = { ...client, device: services.knownDevices.remember(client, user.id ?? "") };
	expect((await login(known)).ok).toBe(true);
	expect(await mails()).toEqual([]);
	expect((await login()).ok).toBe(true);
	const [mail] = await mails();
	expect(mail?.payload).toMatchObject({ from: "Chrome on Android in Kisumu, Kenya" });
	await services.outbox.deliver(mail?.id ?? "");
	const [sent] = inbox.delivered().filter(({ to }) => to.includes(user.email));
	expect(sent?.text).toContain("from Chrome on Android in Kisumu, Kenya");
	// The same device within an hour sends no second email, an hour later it does.
	expect((await login()).ok).toBe(true);
	expect(await mails()).toHaveLength(1);
	expect((await login(aClient(), testServices({ clock: () => Date.now() + HOUR }))).ok).toBe(true);
	expect(await mails()).toHaveLength(2);
	// Another account's device is new to this account.
	const other = { ...client, device: services.knownDevices.remember(client, "usr_other"), country: "DE", city: null };
	expect((await login(other)).ok).toBe(true);
	expect(await mails()).toHaveLength(3);
});

test("no account sees the events of another, and old events are deleted", async () => {
	const [user, stranger] = [await aCustomer({ password: testPassword }), await aCustomer()];
	const services = testServices();
	await services.accounts.login({ email: user.email, password: testPassword, remember: false }, aClient(), null);
	expect(await services.securityLog.list({ userId: stranger.id ?? "" })).toEqual([]);
	expect(await services.securityLog.list({ sessionHash: "0".repeat(64) })).toEqual([]);
	await testServices({ clock: () => Date.now() + 181 * 24 * HOUR }).upkeep.cleanUp();
	expect(await eventsOf(user.id)).toEqual([]);
});
