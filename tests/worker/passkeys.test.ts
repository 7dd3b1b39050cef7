import { expect, test } from "vitest";
import { addPasskeySchema, passkeySignInSchema } from "~/features/passkeys/passkey.schema";
import { maxPasskeys } from "~/features/passkeys/passkey-limit";
import { HOUR } from "~/lib/durations";
import { aClient, mailsOf, newestToken } from "../support/accounts";
import { anAuthenticator } from "../support/authenticator";
import { testServices } from "../support/factories";
import { faultyMailer } from "../support/mail";
import { aConfirmedCustomer, aTwoStepCustomer } from "../support/two-factor";

type Phone = Awaited<ReturnType<typeof anAuthenticator>>;
type Change = Omit<Parameters<Phone["get"]>[0], "challenge">;

async function withPasskey(services = testServices()) {
	const signedIn = await aTwoStepCustomer(services);
	const { customer, owner } = signedIn;
	const phone = await anAuthenticator();
	const { challenge } = await services.passkeys.creationOptions(customer);
	const input = addPasskeySchema.parse({ name: " My  phone ", passkey: await phone.create({ challenge }) });
	expect(await services.passkeys.add(customer, owner, input)).toEqual({ ok: true, value: null });
	return { ...signedIn, phone, input, services };
}

async function signIn(phone: Phone, change: Change = {}, services = testServices(), challenge?: string) {
	const asked = challenge ?? (await services.passkeys.request()).challenge;
	const { passkey } = passkeySignInSchema.parse({ passkey: await phone.get({ challenge: asked, ...change }) });
	return services.passkeys.signIn(passkey, aClient(), null);
}

const refused = { ok: false, error: { kind: "unauthenticated" } };

test("a passkey signs in without the password and the second factor", async () => {
	const { user, phone, owner, services } = await withPasskey();
	expect(await signIn(phone)).toMatchObject({ ok: true, value: { user: { id: user.id }, token: expect.any(String) } });
	const [listed] = await services.passkeys.list(owner);
	expect(listed).toMatchObject({ name: "My phone", usedAt: expect.any(Number) });
	const mails = await mailsOf(user.id, "mail.security-notice");
	expect(mails.map(({ payload }) => payload.event)).toContain("passkey-added");
});

test("an answer is valid once, for a challenge we issued, for its purpose, until it expires", async () => {
	const { phone, customer, services } = await withPasskey();
	const { challenge } = await services.passkeys.request();
	const answers = await Promise.all([1, 2, 3].map(() => signIn(phone, {}, testServices(), challenge)));
	expect(answers.filter(({ ok }) => ok)).toHaveLength(1);
	const late = testServices({ clock: () => Date.now() + HOUR });
	const fresh = (await services.passkeys.request()).challenge;
	expect(await signIn(phone, {}, late, fresh)).toMatchObject(refused);
	expect(await signIn(phone, {}, services, "bm90IG9uZSBvZiBvdXJz")).toMatchObject(refused);
	const forAdding = (await services.passkeys.creationOptions(customer)).challenge;
	expect(await signIn(phone, {}, services, forAdding)).toMatchObject(refused);
});

test.each<[string, Change]>([
	["another site's", { origin: "https://kikoa.test.evil.example" }],
	["another domain's", { rpId: "evil.example" }],
	["one made for adding", { type: "webauthn.create" }],
	["one without the person being there", { flags: 0x04 }],
	["one without fingerprint, face or PIN", { flags: 0x01 }],
])("an answer that is %s signs no one in", async (_, change) => {
	const { phone } = await withPasskey();
	expect(await signIn(phone, change)).toMatchObject(refused);
});

test("a signature of another key, an unknown passkey and a decreasing counter sign no one in", async () => {
	const services = testServices();
	const { phone } = await withPasskey(services);
	const stranger = await anAuthenticator();
	expect(await signIn(stranger)).toMatchObject(refused);
	const { challenge } = await services.passkeys.request();
	const forged = {
		...JSON.parse(await stranger.get({ challenge })),
		id: JSON.parse(await phone.get({ challenge })).id,
	};
	const { passkey } = passkeySignInSchema.parse({ passkey: JSON.stringify(forged) });
	expect(await services.passkeys.signIn(passkey, aClient(), null)).toMatchObject(refused);
	expect((await signIn(phone, { signCount: 5 })).ok).toBe(true);
	expect(await signIn(phone, { signCount: 5 })).toMatchObject(refused);
	expect((await signIn(phone, { signCount: 6 })).ok).toBe(true);
});

test("passkeys are added and removed in a confirmed session, by their owner, and a removed one no longer signs in", async () => {
	const { phone, input, customer, owner, services } = await withPasskey();
	const stale = { ...owner, confirmedFrom: Date.now() + HOUR };
	const other = await anAuthenticator();
	const { challenge } = await services.passkeys.creationOptions(customer);
	const another = addPasskeySchema.parse({ name: "Laptop", passkey: await other.create({ challenge }) });
	expect((await services.passkeys.add(customer, stale, another)).ok).toBe(false);
	expect(await services.passkeys.add(customer, owner, input)).toMatchObject({ ok: false, error: { kind: "conflict" } });
	const [mine] = await services.passkeys.list(owner);
	const thief = await aConfirmedCustomer(services);
	for (const [person, by] of [
		[thief.customer, thief.owner],
		[customer, stale],
	] as const) {
		expect(await services.passkeys.remove(person, by, mine?.id ?? "")).toMatchObject({ ok: false });
	}
	expect(await services.passkeys.add(thief.customer, thief.owner, another)).toMatchObject({ ok: false });
	expect((await services.passkeys.remove(customer, owner, mine?.id ?? "")).ok).toBe(true);
	expect(await signIn(phone)).toMatchObject(refused);
});

test("an account has twenty passkeys at most, and a message says so", async () => {
	const services = testServices();
	const { customer, owner } = await withPasskey(services);
	const another = async () => {
		const { challenge } = await services.passkeys.creationOptions(customer);
		const passkey = await (await anAuthenticator()).create({ challenge });
		return services.passkeys.add(customer, owner, addPasskeySchema.parse({ name: "Another", passkey }));
	};
	for (let held = 1; held < maxPasskeys; held += 1) expect(await another()).toMatchObject({ ok: true });
	expect(await another()).toMatchObject({
		ok: false,
		error: { kind: "conflict", message: expect.stringContaining("Remove one first.") },
	});
	expect(await services.passkeys.list(owner)).toHaveLength(20);
});

test("an answer that can't be read is refused as input", () => {
	for (const passkey of [
		"",
		"{",
		"null",
		"[]",
		'{"id":1}',
		`{"id":"a","clientData":"%%","authenticatorData":"","signature":""}`,
	]) {
		expect(passkeySignInSchema.safeParse({ passkey }).success, passkey).toBe(false);
	}
});

test("a new password by an emailed link removes the passkeys that are not kept, and the email lists both", async () => {
	const inbox = faultyMailer();
	const services = testServices({ mailer: inbox.mailer });
	const { user, customer, owner, phone } = await withPasskey(services);
	const tablet = await anAuthenticator();
	const { challenge } = await services.passkeys.creationOptions(customer);
	const second = addPasskeySchema.parse({ name: "My tablet", passkey: await tablet.create({ challenge }) });
	await services.passkeys.add(customer, owner, second);
	const [mine, other] = await services.passkeys.list(owner);
	await services.accounts.forgotPassword({ email: user.email }, aClient());
	const token = await newestToken(user.email, "reset");
	expect(await services.accounts.openReset(token)).toMatchObject({
		ok: true,
		value: [
			{ id: mine?.id, name: "My phone" },
			{ id: other?.id, name: "My tablet" },
		],
	});
	const reset = { token, newPassword: "a harvest of new words", keepPasskeys: [other?.id ?? "", "of-somebody-else"] };
	expect(await services.accounts.resetPassword(reset, aClient())).toMatchObject({ ok: true });
	expect(await signIn(phone)).toMatchObject(refused);
	expect(await signIn(tablet)).toMatchObject({ ok: true, value: { user: { id: user.id } } });
	// A used link no longer shows anything.
	expect(await services.accounts.openReset(token)).toMatchObject({ ok: false, error: { code: "link_void" } });
	const [mail] = await mailsOf(user.id, "mail.password-changed");
	expect(mail?.payload).toMatchObject({ removedPasskeys: ["My phone"] });
	await services.outbox.deliver(mail?.id ?? "");
	const text = inbox.delivered().find(({ to }) => to.includes(user.email))?.text ?? "";
	expect(text).toMatch(/Removed passkeys[\s\S]*My phone[\s\S]*can still sign in[\s\S]*My tablet, added on/);
});

test("a new password by an emailed link removes every passkey of that account by default", async () => {
	const [one, neighbour] = [await withPasskey(), await withPasskey()];
	const services = testServices();
	await services.accounts.forgotPassword({ email: one.user.email }, aClient());
	const token = await newestToken(one.user.email, "reset");
	expect(
		await services.accounts.resetPassword({ token, newPassword: "a harvest of new words" }, aClient()),
	).toMatchObject({ ok: true });
	expect(await signIn(one.phone)).toMatchObject(refused);
	expect(await signIn(neighbour.phone)).toMatchObject({ ok: true });
	const unknown = await services.accounts.openReset("x".repeat(43));
	expect(unknown).toMatchObject({ ok: false, error: { code: "link_void" } });
});
