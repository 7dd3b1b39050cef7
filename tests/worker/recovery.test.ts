import { env } from "cloudflare:workers";
import { eq } from "drizzle-orm";
import { expect, test } from "vitest";
import { createDatabase } from "~/db/client.server";
import { sessions } from "~/db/schema";
import { HOUR } from "~/lib/durations";
import { ServiceUnavailable } from "~/lib/service-unavailable.server";
import { sha256Hex } from "~/lib/sha256";
import { createKvTokenStore } from "~/platform/token-store/kv-token-store.server";
import type { LinkRecord, TokenStore } from "~/platform/token-store/token-store";
import { aClient, accountOf, mailsOf, newestToken } from "../support/accounts";
import { runBeforeCommit } from "../support/before-commit";
import { aCustomer, aSession, testPassword, testServices } from "../support/factories";
import { expectConsoleError } from "../support/fail-on-console";

const newPassword = "a harvest of new words";
const voided = { ok: false, error: { kind: "invalid", code: "link_void" } };

const forgot = (email: string, services = testServices()) => services.accounts.forgotPassword({ email }, aClient());

const reset = (token: string, services = testServices()) =>
	services.accounts.resetPassword({ token, newPassword }, aClient());

const login = (email: string, password: string) =>
	testServices().accounts.login({ email, password, remember: false }, aClient(), null);

async function sessionsOf(userId: string) {
	const db = createDatabase(env.DB);
	return db.read(db.orm.select().from(sessions).where(eq(sessions.userId, userId)));
}

test("of twenty parallel resets with one token one succeeds, with one email, and every session ends", async () => {
	const user = await aCustomer({ password: testPassword });
	await aSession(user);
	await aSession(user);
	await forgot(user.email);
	const token = await newestToken(user.email, "reset");
	const answers = await Promise.all(Array.from({ length: 20 }, () => reset(token)));
	expect(answers.filter(({ ok }) => ok)).toHaveLength(1);
	for (const answer of answers.filter(({ ok }) => !ok)) expect(answer).toMatchObject(voided);
	expect(await mailsOf(user.id, "mail.password-changed")).toHaveLength(1);
	expect(await sessionsOf(user.id)).toEqual([]);
	const { items } = await testServices().activity.list({ userId: user.id });
	expect(items).toMatchObject([{ actor: "customer", kind: "password.reset" }]);
	expect(await login(user.email, testPassword)).toMatchObject({ ok: false });
	expect(await login(user.email, newPassword)).toMatchObject({ ok: true });
});

test("a used link is refused even if the token store still has it", async () => {
	const user = await aCustomer();
	await forgot(user.email);
	const token = await newestToken(user.email, "reset");
	expect(await testServices().accounts.openReset(token)).toMatchObject({ ok: true });
	expect(await reset(token)).toMatchObject({ ok: true });
	const { passwordHash } = (await accountOf(user.email)) ?? {};
	// The email's consumer runs again and stores the same link again.
	expect(await newestToken(user.email, "reset")).toBe(token);
	// The page says so before anyone has typed a password.
	expect(await testServices().accounts.openReset(token)).toMatchObject(voided);
	expect(await reset(token)).toMatchObject(voided);
	expect((await accountOf(user.email))?.passwordHash).toBe(passwordHash);
});

test("an older link becomes invalid when a newer one is issued", async () => {
	const user = await aCustomer();
	await forgot(user.email);
	const older = await newestToken(user.email, "reset");
	await forgot(user.email);
	const newer = await newestToken(user.email, "reset");
	expect(await reset(older)).toMatchObject(voided);
	expect(await reset(newer)).toMatchObject({ ok: true });
});

test("a newer link issued while an older one is being used makes the older one invalid", async () => {
	const user = await aCustomer();
	await forgot(user.email);
	const older = await newestToken(user.email, "reset");
	const services = testServices({ db: runBeforeCommit(createDatabase(env.DB), () => forgot(user.email)) });
	expect(await reset(older, services)).toMatchObject(voided);
	expect(await reset(await newestToken(user.email, "reset"))).toMatchObject({ ok: true });
});

test("a link works only for its purpose", async () => {
	const user = await aCustomer({ password: testPassword, status: "unverified", verifiedAt: null });
	const { accounts } = testServices();
	await accounts.resendVerification({ email: user.email }, aClient());
	await forgot(user.email);
	const verifyToken = await newestToken(user.email, "verify");
	const resetToken = await newestToken(user.email, "reset");
	expect(await reset(verifyToken)).toMatchObject(voided);
	expect(await accounts.verifyEmail({ token: resetToken }, aClient(), null)).toMatchObject(voided);
	expect(await accounts.verifyEmail({ token: verifyToken, password: testPassword }, aClient(), null)).toMatchObject({
		ok: true,
	});
	expect(await reset(resetToken)).toMatchObject({ ok: true });
});

test("a reset link works until its last millisecond", async () => {
	const start = Date.now();
	for (const [after, accepted] of [
		[-1, true],
		[0, false],
		[1, false],
	] as const) {
		const user = await aCustomer();
		await forgot(user.email);
		const token = await newestToken(user.email, "reset", testServices({ clock: () => start }));
		const answer = await reset(token, testServices({ clock: () => start + HOUR + after }));
		expect(answer.ok, `${after} ms`).toBe(accepted);
	}
});

test("a malformed token is an invalid link", async () => {
	for (const wrong of ["x", "x".repeat(43), "x".repeat(10_240), "%00", "../../x"])
		expect(await reset(wrong)).toMatchObject(voided);
});

test("a password that the rules refuse does not use up the link", async () => {
	const user = await aCustomer();
	await forgot(user.email);
	const token = await newestToken(user.email, "reset");
	const weak = testServices().accounts.resetPassword({ token, newPassword: "password123" }, aClient());
	expect(await weak).toMatchObject({
		ok: false,
		error: { kind: "invalid", fields: { newPassword: expect.any(String) } },
	});
	expect(await reset(token)).toMatchObject({ ok: true });
});

test("forgetting a password takes the same work and gives the same answer for every address", async () => {
	const user = await aCustomer();
	const [known, unknown] = [testServices(), testServices()];
	expect(await forgot(user.email, known)).toEqual(await forgot("nobody@example.com", unknown));
	await known.settle();
	// One round trip more, made after the response to send the email.
	expect(known.db.roundTrips).toBe(unknown.db.roundTrips + 1);
	expect(await mailsOf(user.id, "mail.reset-password")).toHaveLength(1);
});

test("a hundred requests for one address send three emails an hour and get the same answer", async () => {
	const user = await aCustomer();
	const answers = await Promise.all(Array.from({ length: 100 }, () => forgot(user.email)));
	expect(new Set(answers.map((answer) => JSON.stringify(answer)))).toEqual(new Set(['{"ok":true,"value":null}']));
	const mails = await mailsOf(user.id, "mail.reset-password");
	expect(mails.length).toBeGreaterThan(0);
	expect(mails.length).toBeLessThanOrEqual(3);
});

test("the owner of the mailbox can take over an account that a stranger created with the address", async () => {
	const victim = await aCustomer({ password: "what the stranger chose", status: "unverified", verifiedAt: null });
	const { accounts } = testServices();
	await accounts.resendVerification({ email: victim.email }, aClient());
	const strangersLink = await newestToken(victim.email, "verify");
	await forgot(victim.email);
	expect(await reset(await newestToken(victim.email, "reset"))).toMatchObject({ ok: true });
	expect(await accountOf(victim.email)).toMatchObject({ status: "active", verifiedAt: expect.any(Number) });
	expect(await login(victim.email, "what the stranger chose")).toMatchObject({ ok: false });
	expect(
		await accounts.verifyEmail({ token: strangersLink, password: "what the stranger chose" }, aClient(), null),
	).toMatchObject({
		ok: false,
		error: { code: "already_verified" },
	});
	expect(await login(victim.email, newPassword)).toMatchObject({ ok: true });
});

const faulty = (tokens: Partial<TokenStore>) =>
	testServices({ tokens: { ...createKvTokenStore({ kv: env.TOKENS, clock: Date.now }), ...tokens } });

test("a failing token store asks to try again, and the link stays valid", async () => {
	expectConsoleError();
	const user = await aCustomer();
	await forgot(user.email);
	const token = await newestToken(user.email, "reset");
	const down = faulty({ get: () => Promise.reject(new ServiceUnavailable("KV is down")) });
	expect(await reset(token, down)).toMatchObject({ ok: false, error: { kind: "unavailable", retryAfter: 60 } });
	expect(await reset(token)).toMatchObject({ ok: true });
});

test("a link that has not reached the token store is refused, and works once it has", async () => {
	const user = await aCustomer();
	await forgot(user.email);
	const token = await newestToken(user.email, "reset");
	expect(await reset(token, faulty({ get: async () => null }))).toMatchObject(voided);
	expect(await reset(token)).toMatchObject({ ok: true });
});

test("an outdated value in the token store does not revive a replaced link", async () => {
	const user = await aCustomer();
	await forgot(user.email);
	const token = await newestToken(user.email, "reset");
	await forgot(user.email);
	const stale: LinkRecord = { userId: user.id, purpose: "reset", generation: 1, expiresAt: Date.now() + HOUR };
	expect(await reset(token, faulty({ get: async () => stale }))).toMatchObject(voided);
});

test.each(["not JSON", "null", '{"userId":"usr_1"}', '{"v":2,"purpose":"login"}'])(
	"an invalid value in the token store (%s) makes the link invalid",
	async (foreign) => {
		const user = await aCustomer();
		await forgot(user.email);
		const token = await newestToken(user.email, "reset");
		await env.TOKENS.put(`link:${sha256Hex(token)}`, foreign);
		expect(await reset(token)).toMatchObject(voided);
	},
);

test("a token store that hangs times out", async () => {
	const hanging = { get: () => new Promise<never>(() => {}) } as unknown as KVNamespace;
	const store = createKvTokenStore({ kv: hanging, clock: Date.now });
	await expect(store.get("0")).rejects.toThrow(ServiceUnavailable);
});

test("if the token store fails when the email is made, the account is unchanged and the email follows later", async () => {
	const user = await aCustomer({ password: testPassword, status: "unverified", verifiedAt: null });
	await testServices().accounts.resendVerification({ email: user.email }, aClient());
	const down = faulty({ put: () => Promise.reject(new ServiceUnavailable("KV is down")) });
	await expect(newestToken(user.email, "verify", down)).rejects.toThrow(ServiceUnavailable);
	const token = await newestToken(user.email, "verify");
	expect(await testServices().accounts.verifyEmail({ token, password: testPassword }, aClient(), null)).toMatchObject({
		ok: true,
	});
});

test("a stranger's names are removed when the owner verifies the address by a new password", async () => {
	const unverified = { status: "unverified" as const, verifiedAt: null };
	const user = await aCustomer({ ...unverified, firstName: "Win at evil.example", lastName: "Today" });
	await forgot(user.email);
	expect(await reset(await newestToken(user.email, "reset"))).toMatchObject({ ok: true });
	const [before] = user.email.split("@");
	expect(await accountOf(user.email)).toMatchObject({ status: "active", firstName: before, lastName: "" });
	const known = await aCustomer({ firstName: "Amina", lastName: "Otieno" });
	await forgot(known.email);
	expect(await reset(await newestToken(known.email, "reset"))).toMatchObject({ ok: true });
	expect(await accountOf(known.email)).toMatchObject({ firstName: "Amina", lastName: "Otieno" });
});
