import { env, exports } from "cloudflare:workers";
import { decodeBase32IgnorePadding } from "@oslojs/encoding";
import { expect, test } from "vitest";
import { createDatabase } from "~/db/client.server";
import { passwordChangeSchema } from "~/features/accounts/settings.schema";
import { recoveryCodeHash } from "~/features/two-factor/recovery-code";
import { MINUTE } from "~/lib/durations";
import { sha256Hex } from "~/lib/sha256";
import { totpCode, totpStep } from "~/lib/totp";
import { aClient, mailsOf, newestToken } from "../support/accounts";
import { aCustomer, aSession, testPassword, testServices } from "../support/factories";
import { flakyD1 } from "../support/flaky-d1";
import { withMessage } from "../support/stored-texts";
import { aConfirmedCustomer, aTwoStepCustomer } from "../support/two-factor";

/** A minute later, because a code is valid only once and setting up used one. */
const later = () => testServices({ clock: () => Date.now() + MINUTE });

async function challengeFor(email: string, services = later(), password = testPassword) {
	const asked = await services.accounts.login({ email, password, remember: true }, aClient(), null);
	if (asked.ok || !asked.error.challenge) throw new Error("No second step");
	return asked.error.challenge;
}

const sessionsOf = async (userId: string) =>
	(await env.DB.prepare("select count(*) as n from sessions where user_id = ?").bind(userId).first<{ n: number }>())?.n;

const wrong = { ok: false, error: { kind: "unauthenticated", fields: { code: expect.any(String) } } };
const voidChallenge = { ok: false, error: { code: "challenge_void" } };

test("the right password alone starts no session, with the app's code it does", async () => {
	const { user, app } = await aTwoStepCustomer();
	const services = later();
	const before = await sessionsOf(user.id);
	const challenge = await challengeFor(user.email, services);
	expect(await sessionsOf(user.id)).toBe(before);
	const done = await services.accounts.finishSignIn({ challenge, code: app(services.clock()) }, aClient(), null);
	expect(done).toMatchObject({ ok: true, value: { remembered: true, user: { id: user.id } } });
	expect(await sessionsOf(user.id)).toBe((before ?? 0) + 1);
});

test("two verifications at the same time start one session, with one challenge or two", async () => {
	const { user, app } = await aTwoStepCustomer();
	const services = later();
	const before = (await sessionsOf(user.id)) ?? 0;
	const [one, two] = [await challengeFor(user.email, services), await challengeFor(user.email, services)];
	const code = app(services.clock());
	const answers = await Promise.all(
		[one, one, two].map((challenge) => later().accounts.finishSignIn({ challenge, code }, aClient(), null)),
	);
	expect(answers.filter(({ ok }) => ok)).toHaveLength(1);
	expect(await sessionsOf(user.id)).toBe(before + 1);
});

test("a challenge starts one session, also with another code", async () => {
	const { user, app, codes } = await aTwoStepCustomer();
	const services = later();
	const challenge = await challengeFor(user.email, services);
	const enter = (code: string) => services.accounts.finishSignIn({ challenge, code }, aClient(), null);
	expect((await enter(app(services.clock()))).ok).toBe(true);
	for (const code of [app(services.clock() + 30_000), codes[0] ?? ""])
		expect(await enter(code)).toMatchObject({ ok: false, error: { code: "challenge_void" } });
	expect(await services.twoFactor.status({ userId: user.id ?? "" })).toMatchObject({ codesLeft: codes.length });
});

test("a code is valid once, and an earlier code is no longer valid", async () => {
	const { user, app } = await aTwoStepCustomer();
	const services = later();
	const now = services.clock();
	const enter = async (code: string) =>
		services.accounts.finishSignIn({ challenge: await challengeFor(user.email, services), code }, aClient(), null);
	expect((await enter(app(now))).ok).toBe(true);
	expect(await enter(app(now))).toMatchObject(wrong);
	expect(await enter(app(now - 30_000))).toMatchObject(wrong);
	expect((await enter(app(now + 30_000))).ok).toBe(true);
});

test("the answer that asks for a code has no cookie and no token", async () => {
	const { user, app } = await aTwoStepCustomer();
	const post = (path: string, body: unknown) =>
		exports.default.fetch(
			new Request(`https://kikoa.test/api/userauth/${path}`, {
				method: "POST",
				headers: { "Content-Type": "application/json", "CF-Connecting-IP": aClient().key },
				body: JSON.stringify(body),
			}),
		);
	const asked = await post("login", { email: user.email, password: testPassword, remember: false });
	expect([asked.status, asked.headers.get("Set-Cookie")]).toEqual([401, null]);
	const answer = (await asked.json()) as { challenge: string };
	expect(answer).toEqual({ error: expect.any(String), code: "two_factor_required", challenge: expect.any(String) });
	const refused = await post("two-factor", { challenge: answer.challenge, code: "000000" });
	expect([refused.status, refused.headers.get("Set-Cookie")]).toEqual([401, null]);
	const { challenge } = answer;
	const done = await post("two-factor", { challenge, code: app(Date.now() + 30_000) });
	expect(done.status).toBe(200);
	expect(await done.json()).toMatchObject({ token: expect.any(String), user: { id: user.id } });
	expect((await post("two-factor", { challenge: "x", code: "1" })).status).toBe(401);
	expect((await post("two-factor", {})).status).toBe(400);
});

test("parallel guesses get no more tries than sequential ones, and the account has its own limit", async () => {
	const { user, app } = await aTwoStepCustomer();
	const services = later();
	const now = services.clock();
	const challenge = await challengeFor(user.email, services);
	const guess = (given: string, code = "not one") =>
		services.accounts.finishSignIn({ challenge: given, code }, aClient(), null);
	for (const given of [challenge, await challengeFor(user.email, services)]) {
		const burst = await Promise.all(Array.from({ length: 12 }, () => guess(given)));
		expect(burst.filter((answer) => !answer.ok && answer.error.kind === "unauthenticated")).toHaveLength(5);
	}
	const another = await challengeFor(user.email, services);
	expect(await guess(another, app(now))).toMatchObject({ error: { kind: "rate_limited", retryAfter: 30 } });
	// Someone who has the password can't use up the tries of the owner's device.
	const device = services.knownDevices.remember({ device: null }, user.id);
	const onDevice = { ...aClient(), device };
	const wrong = await services.accounts.finishSignIn({ challenge: another, code: "not one" }, onDevice, null);
	expect(wrong).toMatchObject({ error: { kind: "unauthenticated" } });
	const right = await services.accounts.finishSignIn({ challenge: another, code: app(now) }, onDevice, null);
	expect(right).toMatchObject({ ok: true });
});

test("a recovery code signs in once instead of the app, and its owner gets an email", async () => {
	const { user, codes } = await aTwoStepCustomer();
	const services = later();
	const [code = ""] = codes;
	const enter = async () =>
		services.accounts.finishSignIn(
			{ challenge: await challengeFor(user.email, services), code: code.toUpperCase() },
			aClient(),
			null,
		);
	expect((await enter()).ok).toBe(true);
	expect(await enter()).toMatchObject(wrong);
	const mails = await mailsOf(user.id, "mail.security-notice");
	expect(mails.map(({ payload }) => payload.event)).toEqual(["two-factor-on", "recovery-code-used"]);
	expect(await services.twoFactor.status({ userId: user.id })).toMatchObject({ codesLeft: 9 });
	const stored = await env.DB.prepare("select code_hash from recovery_codes where user_id = ?").bind(user.id).all();
	expect(JSON.stringify(stored.results)).not.toContain(code);
	expect(JSON.stringify(stored.results)).toContain(recoveryCodeHash(user.id, code));
});

test("another customer's recovery code or challenge does not sign in", async () => {
	const mine = await aTwoStepCustomer();
	const theirs = await aTwoStepCustomer();
	const services = later();
	const challenge = await challengeFor(mine.user.email, services);
	const [code = ""] = theirs.codes;
	expect(await services.accounts.finishSignIn({ challenge, code }, aClient(), null)).toMatchObject(wrong);
	expect(
		await services.accounts.finishSignIn(
			{ challenge: `${challenge}A`, code: mine.app(services.clock()) },
			aClient(),
			null,
		),
	).toMatchObject(voidChallenge);
});

test("a reset password still asks for the code, and ends sign-ins begun with the old one", async () => {
	const { user, app } = await aTwoStepCustomer();
	const services = later();
	const begun = await challengeFor(user.email, services);
	await services.accounts.forgotPassword({ email: user.email }, aClient());
	const newPassword = "short rains in november";
	const token = await newestToken(user.email, "reset", services);
	expect((await services.accounts.resetPassword({ token, newPassword }, aClient())).ok).toBe(true);
	expect(
		await services.accounts.finishSignIn({ challenge: begun, code: app(services.clock()) }, aClient(), null),
	).toMatchObject(voidChallenge);
	expect(await challengeFor(user.email, services, newPassword)).toEqual(expect.any(String));
});

test("a challenge expires after ten minutes", async () => {
	const { user, app } = await aTwoStepCustomer();
	const challenge = await challengeFor(user.email);
	const tooLate = testServices({ clock: () => Date.now() + 12 * MINUTE });
	const answer = await tooLate.accounts.finishSignIn({ challenge, code: app(tooLate.clock()) }, aClient(), null);
	expect(answer).toMatchObject(voidChallenge);
});

test("switching on, off or making new codes needs a confirmed session, checked by the SQL statement", async () => {
	const services = testServices();
	const { customer, owner, app } = await aTwoStepCustomer(services);
	const others = [await aTwoStepCustomer(services), await aConfirmedCustomer(services)];
	const rowsOfOthers = () =>
		env.DB.batch(others.map(({ user }) => env.DB.prepare("select * from users where id = ?").bind(user.id))).then(
			(answers) => answers.map(({ results }) => results),
		);
	const before = await rowsOfOthers();
	const stale = { ...owner, confirmedFrom: Date.now() + MINUTE };
	expect((await services.twoFactor.disable(customer, stale)).ok).toBe(false);
	expect((await services.twoFactor.renewCodes(customer, stale)).ok).toBe(false);
	const codes = await services.twoFactor.renewCodes(customer, owner);
	expect(codes.ok && new Set(codes.value).size).toBe(10);
	expect((await services.twoFactor.disable(customer, owner)).ok).toBe(true);
	expect(await services.twoFactor.status(owner)).toEqual({ since: null, codesLeft: 0 });
	const again = await services.twoFactor.begin(customer);
	expect((await services.twoFactor.enable(customer, stale, { setup: again.setup, code: app(Date.now()) })).ok).toBe(
		false,
	);
	const { setup, key } = again;
	const code = totpCode(decodeBase32IgnorePadding(key.replaceAll(" ", "")), totpStep(services.clock()));
	expect((await services.twoFactor.enable(customer, owner, { setup, code })).ok).toBe(true);
	const { items } = await services.activity.list(owner);
	expect(items.map((row) => withMessage(row).message)).toContain("Turned off two-step sign-in.");
	expect(await rowsOfOthers()).toEqual(before);
});

test("the secret is stored encrypted, and only its owner can use it", async () => {
	const services = testServices();
	const { user, setup } = await aTwoStepCustomer(services);
	const row = await env.DB.prepare("select totp_secret from users where id = ?").bind(user.id).first();
	expect(String(row?.totp_secret)).toMatch(/^[\w-]{60,}$/);
	const thief = await aConfirmedCustomer(services);
	expect(await services.twoFactor.enable(thief.customer, thief.owner, { setup, code: "000000" })).toMatchObject({
		ok: false,
		error: { message: expect.stringContaining("out of date") },
	});
	const { cookie } = await aSession(await aCustomer());
	const customer = (await services.sessions.viewer({ cookie }).customer()) ?? {};
	expect(
		Object.keys(customer).filter((field) => field.startsWith("totp")),
		"only since when",
	).toEqual(["totpSince"]);
});

test("an error on our side uses no try, a wrong code does", async () => {
	const { user, app } = await aTwoStepCustomer();
	const now = Date.now() + MINUTE;
	const challenge = await challengeFor(user.email);
	const enter = (code: string, services = later()) =>
		services.accounts.finishSignIn({ challenge, code }, aClient(), null);
	for (let attempt = 1; attempt <= 12; attempt += 1) {
		// The first batch counts the try and reads the account, the second one would start the session.
		const broken = createDatabase(flakyD1(env.DB, (batch) => (batch === 2 ? "before" : null), "disk I/O error"));
		const services = testServices({ clock: () => now, db: broken });
		await expect(enter(app(now), services), `attempt ${attempt}`).rejects.toThrow("disk I/O error");
	}
	for (let attempt = 1; attempt <= 4; attempt += 1) expect(await enter("not one")).toMatchObject(wrong);
	expect((await enter(app(now))).ok).toBe(true);
	expect(await enter("not one"), "the challenge has had its five tries").toMatchObject({
		ok: false,
		error: { kind: "rate_limited" },
	});
});

test("entering the password again asks for the code too, and uses it up", async () => {
	const { user, cookie, app, codes } = await aTwoStepCustomer();
	const services = later();
	const now = services.clock();
	const customer = await services.sessions.viewer({ cookie }).customer();
	if (!customer) throw new Error("Not signed in");
	const [first, second] = [await aSession(user), await aSession(user)];
	const enter = (session: { token: string }, code?: string) =>
		services.confirmation.confirm(
			customer,
			{ sessionHash: sha256Hex(session.token) },
			{ password: testPassword, code },
			aClient(),
		);
	const missing = { ok: false, error: { fields: { code: expect.any(String) } } };
	expect(await enter(first)).toMatchObject(missing);
	expect(await enter(first, "")).toMatchObject(missing);
	expect(await enter(first, "000000")).toMatchObject(wrong);
	await services.settle();
	const recorded = await services.securityLog.list({ userId: customer.id });
	expect(recorded.find(({ kind }) => kind === "wrong_code")).toMatchObject({ count: 1 });
	expect((await services.sessions.viewer({ cookie: first.cookie }).customer())?.confirmedAt).toBeNull();
	const opened = await enter(first, app(now));
	if (!opened.ok) throw new Error(opened.error.message);
	const fresh = services.sessions.viewer({ cookie: `__Host-session=${opened.value.token}` });
	expect((await fresh.customer())?.confirmedAt).toBeGreaterThanOrEqual(now);
	// The same code again, from someone who saw it being typed.
	expect(await enter(second, app(now))).toMatchObject(wrong);
	expect((await enter(second, codes[0])).ok).toBe(true);
	expect(await services.twoFactor.status({ userId: user.id ?? "" })).toMatchObject({ codesLeft: codes.length - 1 });
});

test("guessing codes is limited when the password is entered again", async () => {
	const { customer, before, user } = await aTwoStepCustomer();
	const services = later();
	const { token } = await aSession(user);
	expect(before.token).not.toBe(token);
	const enter = (code: string) =>
		services.confirmation.confirm(
			customer,
			{ sessionHash: sha256Hex(token) },
			{ password: testPassword, code },
			aClient(),
		);
	for (let guess = 0; guess < 10; guess += 1) expect(await enter("000000")).toMatchObject(wrong);
	expect(await enter("000000")).toMatchObject({ error: { kind: "rate_limited" } });
});

test("a new password needs the code if the account has a second factor", async () => {
	const { customer, owner, app } = await aTwoStepCustomer();
	const services = later();
	const password = "short rains in november";
	const change = (code?: string) =>
		services.accountSettings.changePassword(
			customer,
			owner,
			passwordChangeSchema.parse({
				currentPassword: testPassword,
				newPassword: password,
				confirmPassword: password,
				code,
			}),
			aClient(),
		);
	expect(await change()).toMatchObject({ ok: false, error: { fields: { code: expect.any(String) } } });
	expect(await change("000000")).toMatchObject(wrong);
	await services.settle();
	const recorded = await services.securityLog.list({ userId: customer.id });
	expect(recorded.find(({ kind }) => kind === "wrong_code")).toMatchObject({ count: 1 });
	const before = (await services.accounts.find(customer.id))?.passwordHash;
	expect(await change(app(services.clock()))).toEqual({ ok: true, value: null });
	expect((await services.accounts.find(customer.id))?.passwordHash).not.toBe(before);
});
