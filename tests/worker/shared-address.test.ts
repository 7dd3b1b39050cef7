import { env } from "cloudflare:workers";
import { expect, test } from "vitest";
import { createDatabase } from "~/db/client.server";
import { users } from "~/db/schema";
import { HOUR, MINUTE, SECOND } from "~/lib/durations";
import { createId } from "~/lib/ids";
import { findProof } from "~/lib/proof-of-work";
import { aClient, newestToken } from "../support/accounts";
import { aCustomer, testServices } from "../support/factories";
import { inMemory } from "../support/local-d1";
import { writeRows } from "../support/rows";

const password = "the customer's own password";

/** Replaces slow hashing. These tests only check which attempts reach it. */
const passwords = {
	hash: async (text: string) => `hash of ${text}`,
	verify: async (text: string, stored: string) => ({ matches: stored === `hash of ${text}`, stale: false }),
	simulateVerify: async () => {},
};

const proofBits = 4;
const start = Date.UTC(2026, 10, 22, 8);

function at(now: number) {
	return testServices({ clock: () => now, passwords, proofBits });
}

type Client = ReturnType<typeof aClient> & { device?: string };
type Login = { email: string; password?: string; proof?: string };

const login = (services: ReturnType<typeof at>, client: Client, { email, password = "a guess", proof }: Login) =>
	services.accounts.login({ email, password, proof, remember: false }, client, null);

/** Signs in as the page does: computes a proof of work if one is required, and sends the form again. */
async function signIn(services: ReturnType<typeof at>, client: Client, email: string, onAsked = () => {}) {
	const first = await login(services, client, { email, password });
	if (first.ok || !first.error.proof) return first;
	onAsked();
	return login(services, client, { email, password, proof: await findProof(first.error.proof) });
}

const customer = (fields: Parameters<typeof aCustomer>[0] = {}) =>
	aCustomer({ passwordHash: `hash of ${password}`, ...fields });

/** A thousand in ten minutes take half a minute: npm run test:thorough -- shared-address */
const carrierSize = import.meta.env.MODE === "thorough" ? 1_000 : 300;

test(
	"customers behind one address sign in, 100 in a minute, while an attacker behind it fails",
	() =>
		inMemory(async () => {
			const db = createDatabase(env.DB);
			const emails = Array.from({ length: carrierSize }, (_, n) => `carrier.${n}@example.com`);
			const rows = emails.map((email) => ({
				...{ id: createId("usr"), email, firstName: "Amina", lastName: "Otieno", country: "Kenya" },
				...({ status: "active", passwordHash: `hash of ${password}`, createdAt: start, updatedAt: start } as const),
			}));
			for (let from = 0; from < rows.length; from += 50)
				await writeRows(
					db,
					rows.slice(from, from + 50).map((row) => db.orm.insert(users).values(row)),
				);

			const shared = aClient();
			let now = start;
			const services = testServices({ clock: () => now, passwords, proofBits });
			const refused: unknown[] = [];
			let asked = 0;
			let guesses = 0;
			for (const [index, email] of emails.entries()) {
				now = start + index * 600;
				// A guess before each customer, at a customer behind the same address or at another account.
				const target = index % 2 === 0 ? emails[(index * 7) % carrierSize] : undefined;
				const guess = await login(services, shared, { email: target ?? `nobody.${index}@example.com` });
				expect(guess.ok).toBe(false);
				if (!guess.ok && guess.error.kind === "unauthenticated") guesses += 1;
				const answer = await signIn(services, shared, email, () => {
					asked += 1;
				});
				if (!answer.ok) refused.push([index, answer.error.message]);
			}
			expect(refused).toEqual([]);
			// The attacker used up the address's tries and one more per delay. Otherwise this would test nothing.
			expect(guesses).toBeLessThan(100 + carrierSize / 10);
			expect(asked).toBeGreaterThan(carrierSize / 2);
		}),
	300_000,
);

test("wrong guesses from one machine do not lock the owner out, and after a password reset not at all", async () => {
	const { email = "" } = await customer();
	const attacker = aClient();
	// 105 wrong sign-ins in two seconds.
	for (let guess = 0; guess < 105; guess += 1) await login(at(start + guess * 19), attacker, { email });
	// From another address the owner signs in without delay, from the attacker's after at most the longest delay.
	expect(await signIn(at(start + 2 * SECOND), aClient(), email)).toMatchObject({ ok: true });
	for (let guess = 0; guess < 105; guess += 1) await login(at(start + 4 * SECOND + guess * 19), attacker, { email });
	const held = await signIn(at(start + 7 * SECOND), attacker, email);
	expect(held).toMatchObject({ ok: false, error: { kind: "rate_limited", message: expect.stringMatching(/seconds/) } });
	expect(!held.ok && held.error.retryAfter).toBeLessThanOrEqual(30);
	expect(await signIn(at(start + 40 * SECOND), attacker, email)).toMatchObject({ ok: true });
});

test("guesses from many addresses only slow the owner down, and a recent password reset not at all", async () => {
	const { email = "" } = await customer();
	const guessing = async (from: number, count: number) => {
		for (let guess = 0; guess < count; guess += 1) await login(at(from + guess * SECOND), aClient(), { email });
	};
	await guessing(start, 120);
	const now = start + 2 * MINUTE;
	const held = await signIn(at(now), aClient(), email);
	expect(held).toMatchObject({ ok: false, error: { kind: "rate_limited" } });
	expect(!held.ok && held.error.retryAfter).toBeLessThanOrEqual(120);

	const owner = aClient();
	expect(await at(now).accounts.forgotPassword({ email }, owner)).toMatchObject({ ok: true });
	const token = await newestToken(email, "reset", at(now));
	const reset = await at(now).accounts.resetPassword({ token, newPassword: password }, owner);
	expect(reset).toMatchObject({ ok: true });
	// Also on another device than the one that opened the link.
	await guessing(now + SECOND, 5);
	expect(await signIn(at(now + 10 * SECOND), aClient(), email)).toMatchObject({ ok: true });
	// An hour later the reset no longer counts as recent.
	await guessing(now + 2 * HOUR, 120);
	expect(await signIn(at(now + 2 * HOUR + 2 * MINUTE), aClient(), email)).toMatchObject({ ok: false });
});

test("a device that signed in before is not affected by strangers, and has few wrong passwords of its own", async () => {
	const user = await customer();
	const { email = "" } = user;
	const shared = aClient();
	const services = at(start);
	const device = services.knownDevices.remember({ device: null }, user.id);
	for (let guess = 0; guess < 150; guess += 1) {
		await login(services, shared, { email });
		await login(services, shared, { email: `nobody.${guess}@example.com` });
	}
	const known = { ...shared, device };
	expect(await login(services, known, { email, password })).toMatchObject({ ok: true });
	// Another account's device does not count.
	const others = { ...shared, device: services.knownDevices.remember({ device: null }, "usr_somebody") };
	expect(await login(services, others, { email, password })).toMatchObject({ error: { kind: "rate_limited" } });

	const answers = await Promise.all(Array.from({ length: 20 }, () => login(services, known, { email })));
	expect(answers.filter((answer) => !answer.ok && answer.error.kind === "unauthenticated")).toHaveLength(10);
	expect(await login(services, known, { email, password })).toMatchObject({ error: { kind: "rate_limited" } });
	expect(await login(at(start + 10 * SECOND), known, { email, password })).toMatchObject({ ok: true });
});

test("a proof of work is valid once, for one account from one address, for ten minutes", async () => {
	const [{ email = "" }, other] = [await customer(), await customer()];
	const client = aClient();
	for (let guess = 0; guess < 10; guess += 1) await login(at(start), client, { email: `x.${guess}@example.com` });
	const refused = await login(at(start), client, { email });
	if (refused.ok || !refused.error.proof) throw new Error("no proof was asked for");
	const proof = await findProof(refused.error.proof);
	expect(await login(at(start), client, { email: other.email ?? "", password, proof })).toMatchObject({ ok: false });
	expect(await login(at(start), aClient(), { email, proof })).toMatchObject({ error: { kind: "unauthenticated" } });
	expect(await login(at(start), client, { email, proof })).toMatchObject({ error: { kind: "unauthenticated" } });
	expect(await login(at(start), client, { email, password, proof })).toMatchObject({
		error: { code: "proof_required" },
	});
	const [, number] = proof.split(":");
	const forged = `${refused.error.proof.challenge.replace(/.$/, "x")}:${number}`;
	expect(await login(at(start), client, { email, password, proof: forged })).toMatchObject({ ok: false });

	const late = await login(at(start), client, { email });
	if (late.ok || !late.error.proof) throw new Error("no proof was asked for");
	const solved = await findProof(late.error.proof);
	for (let guess = 0; guess < 10; guess += 1)
		await login(at(start + 11 * MINUTE), client, { email: `y.${guess}@example.com` });
	expect(await login(at(start + 11 * MINUTE), client, { email, password, proof: solved })).toMatchObject({
		error: { code: "proof_required" },
	});
});

test("successful sign-ins don't count: a thousand of one account leave its limits as they were", async () => {
	const { email = "" } = await customer();
	const client = aClient();
	for (let time = 0; time < 120; time += 1)
		expect(await login(at(start + time * 10), client, { email, password })).toMatchObject({ ok: true });
});
