import { env } from "cloudflare:workers";
import { eq } from "drizzle-orm";
import { expect, test } from "vitest";
import { createDatabase } from "~/db/client.server";
import { users } from "~/db/schema";
import { MINUTE, SECOND } from "~/lib/durations";
import { ServiceUnavailable } from "~/lib/service-unavailable.server";
import { createArgon2idHasher } from "~/platform/password/argon2id";
import { loadArgon2id } from "~/platform/password/wasm.workers";
import { aClient, accountOf, mailsOf } from "../support/accounts";
import { aCustomer, testPassword, testServices } from "../support/factories";
import { expectConsoleError } from "../support/fail-on-console";
import { writeRows } from "../support/rows";

type Options = { client?: ReturnType<typeof aClient>; services?: ReturnType<typeof testServices> };

const login = (email: string, password: string, { client = aClient(), services = testServices() }: Options = {}) =>
	services.accounts.login({ email, password, remember: false }, client, null);

const wrong = { ok: false, error: { kind: "unauthenticated", message: "Wrong email or password." } };

test("the right password starts a session", async () => {
	const user = await aCustomer({ password: testPassword });
	const answer = await login(user.email, testPassword);
	if (!answer.ok) throw new Error(answer.error.message);
	const viewer = testServices().sessions.viewer({ cookie: `__Host-session=${answer.value.token}` });
	expect(await viewer.customer()).toMatchObject({ id: user.id, sessionId: answer.value.sessionId });
});

test("an unknown address and a wrong password get the same answer after the same work", async () => {
	const user = await aCustomer({ password: testPassword });
	const work: string[] = [];
	const { passwords } = testServices();
	const counting = () =>
		testServices({
			passwords: {
				...passwords,
				verify(password, stored) {
					work.push("a stored hash");
					return passwords.verify(password, stored);
				},
				simulateVerify(password) {
					work.push("no hash");
					return passwords.simulateVerify(password);
				},
			},
		});
	const [known, unknown] = [counting(), counting()];
	expect(await login(user.email, "not the password", { services: known })).toEqual(wrong);
	expect(await login("nobody@example.com", "not the password", { services: unknown })).toEqual(wrong);
	expect(work).toEqual(["a stored hash", "no hash"]);
	expect(known.db.roundTrips).toBe(unknown.db.roundTrips);
});

test("the response takes as long for an unknown address", async () => {
	const user = await aCustomer({ password: testPassword });
	const times = { known: [] as number[], unknown: [] as number[] };
	for (let round = 0; round < 8; round += 1) {
		for (const [kind, email] of [
			["known", user.email],
			["unknown", `nobody.${round}@example.com`],
		] as const) {
			const started = performance.now();
			await login(email, "not the password");
			times[kind].push(performance.now() - started);
		}
	}
	const median = (list: number[]) => list.toSorted((a, b) => a - b)[list.length >> 1] ?? 0;
	const [known, unknown] = [median(times.known), median(times.unknown)];
	expect(Math.abs(known - unknown)).toBeLessThan(Math.max(known, unknown) * 0.5 + 5);
});

test("an unverified account gets a new link with the right password, and the usual error with a wrong one", async () => {
	const user = await aCustomer({ password: testPassword, status: "unverified", verifiedAt: null });
	expect(await login(user.email, "not the password")).toEqual(wrong);
	expect(await mailsOf(user.id, "mail.verify-email")).toHaveLength(0);
	expect(await login(user.email, testPassword)).toMatchObject({
		ok: false,
		error: { kind: "forbidden", code: "unverified" },
	});
	expect(await mailsOf(user.id, "mail.verify-email")).toHaveLength(1);
});

test("signing in to a closed account fails as with a wrong password", async () => {
	const user = await aCustomer({ password: testPassword, status: "closed" });
	expect(await login(user.email, testPassword)).toEqual(wrong);
});

test("after five wrong passwords this client waits for this account, and the wait ends", async () => {
	const start = Date.now();
	const at = (time: number) => testServices({ clock: () => start + time });
	const [user, other] = [await aCustomer({ password: testPassword }), await aCustomer({ password: testPassword })];
	const client = aClient();
	for (let time = 0; time < 5; time += 1)
		expect(await login(user.email, "wrong again", { client, services: at(0) })).toEqual(wrong);
	const throttled = await login(user.email, testPassword, { client, services: at(10 * SECOND) });
	expect(throttled).toMatchObject({ ok: false, error: { kind: "rate_limited", retryAfter: 20 } });
	expect(!throttled.ok && throttled.error.message).toBe("Too many attempts. Try again in 20 seconds.");
	expect(await login(user.email, testPassword, { services: at(10 * SECOND) })).toMatchObject({ ok: true });
	expect(await login(other.email, testPassword, { client, services: at(10 * SECOND) })).toMatchObject({ ok: true });
	expect(await login(user.email, "wrong again", { client, services: at(30 * SECOND) })).toEqual(wrong);
	const longer = await login(user.email, testPassword, { client, services: at(30 * SECOND) });
	expect(longer).toMatchObject({ ok: false, error: { kind: "rate_limited", retryAfter: 60 } });
	expect(await login(user.email, testPassword, { client, services: at(90 * SECOND) })).toMatchObject({ ok: true });
});

test("parallel attempts get no more tries than the limit", async () => {
	const user = await aCustomer({ password: testPassword });
	const client = aClient();
	const answers = await Promise.all(Array.from({ length: 12 }, () => login(user.email, "wrong again", { client })));
	expect(answers.filter((answer) => !answer.ok && answer.error.kind === "unauthenticated")).toHaveLength(5);
	expect(answers.filter((answer) => !answer.ok && answer.error.kind === "rate_limited")).toHaveLength(7);
});

test("a successful sign-in clears the wrong attempts before it", async () => {
	const user = await aCustomer({ password: testPassword });
	const client = aClient();
	for (let round = 0; round < 2; round += 1) {
		for (let time = 0; time < 4; time += 1) await login(user.email, "wrong again", { client });
		expect(await login(user.email, testPassword, { client })).toMatchObject({ ok: true });
	}
});

test("guessing one account from many addresses is slowed down too, by two minutes at most", async () => {
	const start = Date.now();
	const services = testServices({
		clock: () => start,
		passwords: {
			hash: async () => "",
			verify: async () => ({ matches: false, stale: false }),
			simulateVerify: async () => {},
		},
	});
	const user = await aCustomer({ password: testPassword });
	for (let time = 0; time < 15; time += 1) expect(await login(user.email, "guess", { services })).toEqual(wrong);
	expect(await login(user.email, "guess", { services })).toMatchObject({ ok: false, error: { kind: "rate_limited" } });
	expect(
		await login(user.email, testPassword, { services: testServices({ clock: () => start + 2 * MINUTE }) }),
	).toMatchObject({ ok: true });
});

test("a stored hash with excessive cost parameters is refused", async () => {
	expectConsoleError();
	const hash = await testServices().passwords.hash(testPassword);
	const user = await aCustomer({ passwordHash: hash.replace("m=19456", "m=4194304") });
	expect(await login(user.email, testPassword)).toEqual(wrong);
});

const formerPepper = createArgon2idHasher({ load: loadArgon2id, peppers: ["a former pepper of this installation"] });
const bothPeppers = createArgon2idHasher({
	load: loadArgon2id,
	peppers: [env.PASSWORD_PEPPER, "a former pepper of this installation"],
});

test("a hash with former parameters works, and ten parallel sign-ins renew it once", async () => {
	const user = await aCustomer({ passwordHash: await formerPepper.hash(testPassword) });
	const hashes: string[] = [];
	const passwords = {
		...bothPeppers,
		hash: async (password: string) => {
			const hash = await bothPeppers.hash(password);
			hashes.push(hash);
			return hash;
		},
	};
	const answers = await Promise.all(
		Array.from({ length: 10 }, () => login(user.email, testPassword, { services: testServices({ passwords }) })),
	);
	expect(answers.filter(({ ok }) => ok)).toHaveLength(10);
	const stored = (await accountOf(user.email))?.passwordHash ?? "";
	expect(hashes).toContain(stored);
	expect(await bothPeppers.verify(testPassword, stored)).toEqual({ matches: true, stale: false });
});

test("a password changed while its old hash is renewed is kept", async () => {
	const user = await aCustomer({ passwordHash: await formerPepper.hash(testPassword) });
	const changed = await bothPeppers.hash("the new password of today");
	const db = createDatabase(env.DB);
	const passwords = {
		...bothPeppers,
		async hash(password: string) {
			await writeRows(db, [db.orm.update(users).set({ passwordHash: changed }).where(eq(users.id, user.id))]);
			return bothPeppers.hash(password);
		},
	};
	await login(user.email, testPassword, { services: testServices({ passwords }) });
	expect((await accountOf(user.email))?.passwordHash).toBe(changed);
});

test("sign-in fails with a message while hashing does not work", async () => {
	expectConsoleError();
	const user = await aCustomer({ password: testPassword });
	const broken = () => Promise.reject(new ServiceUnavailable("no wasm"));
	const services = testServices({ passwords: { hash: broken, verify: broken, simulateVerify: broken } });
	expect(await login(user.email, testPassword, { services })).toMatchObject({
		ok: false,
		error: { kind: "unavailable" },
	});
	expect(await login("nobody@example.com", testPassword, { services })).toMatchObject({
		ok: false,
		error: { kind: "unavailable" },
	});
});
