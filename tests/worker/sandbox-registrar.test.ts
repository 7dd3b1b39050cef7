import { env } from "cloudflare:workers";
import { expect, test } from "vitest";
import { createDatabase } from "~/db/client.server";
import { registrantOf } from "~/features/orders/contact-details";
import { addYears } from "~/lib/add-years";
import { DAY } from "~/lib/durations";
import { kes } from "~/lib/money";
import type { HeldName } from "~/platform/registrar/held-name";
import type { RegisterCommand, RegistryAnswer } from "~/platform/registrar/registrar";
import { createSandboxRegistrar } from "~/platform/registrar/sandbox";
import { famousNames, sandboxPrefixes, sandboxRule } from "~/platform/registrar/sandbox-names";
import { contact } from "../support/orders";

let now = Date.UTC(2026, 10, 21);
const newRegistrar = (db = createDatabase(env.DB)) =>
	createSandboxRegistrar({ db, clock: () => now, wait: async () => {} });
const registrar = newRegistrar();

const registrant = registrantOf(contact);
let operations = 0;
const order = (name: string, more: Partial<RegisterCommand> = {}): RegisterCommand => ({
	opId: `op-${++operations}`,
	name,
	registrar: "sandbox",
	years: 1,
	registrant,
	...more,
});

/** The stand-in knows an operation by its id only. */
const ordered = { name: "", registrar: "sandbox" } as const;

/** The name's current registration. */
async function heldHere(name: string): Promise<HeldName> {
	const info = await registrar.lookUp(name);
	if (!info) throw new Error(`${name} is not registered`);
	return { name, registrar: "sandbox", registryId: info.object.id, registeredAt: now };
}

async function codeOf(held: HeldName): Promise<string> {
	const answer = await registrar.authCode(held);
	if (!answer || typeof answer === "string") throw new Error(`no code of ${held.name}: ${answer}`);
	return answer.code;
}

async function stateOf(...names: string[]) {
	const answers: RegistryAnswer[] = [];
	for await (const answer of registrar.check(names)) answers.push(answer);
	return Object.fromEntries(answers.map(({ name, state }) => [name, state]));
}

test("famous names are taken and reserved ones reserved, under every extension", async () => {
	expect(await stateOf("google.co.ke", "safaricom.xyz", "parliament.com", "simba.co.ke", "nic.shop")).toEqual({
		"google.co.ke": "taken",
		"safaricom.xyz": "taken",
		"parliament.com": "reserved",
		"simba.co.ke": "reserved",
		"nic.shop": "reserved",
	});
	expect([...famousNames].every((name) => sandboxRule(`${name}.io`).state === "taken")).toBe(true);
});

test("every documented prefix shows its state", async () => {
	expect(Object.keys(sandboxPrefixes).map((prefix) => sandboxRule(`${prefix}bakery.com`).state)).toEqual([
		...["available", "taken", "reserved", "premium", "available", "unknown"],
		...["available", "available", "available", "available"],
	]);
	const slow = sandboxRule("slowbakery.com");
	expect(slow.delay).toBeGreaterThanOrEqual(1_000);
	expect(slow.delay).toBeLessThan(2_000);
});

test("the same name gets the same answer, and ordinary names are either available or taken", () => {
	const states = Array.from({ length: 300 }, (_, index) => sandboxRule(`bakery-number-${index}.com`).state);
	const again = Array.from({ length: 300 }, (_, index) => sandboxRule(`bakery-number-${index}.com`).state);
	expect(again).toEqual(states);
	const taken = states.filter((state) => state === "taken").length;
	expect(taken).toBeGreaterThan(120);
	expect(taken).toBeLessThan(210);
	expect(
		Array.from({ length: 300 }, (_, i) => sandboxRule(`name-${i}.com`).delay).every((d) => d >= 50 && d <= 400),
	).toBe(true);
});

test("a name bought here is taken afterwards, also for the next process", async () => {
	expect(await stateOf("freshmarket.co.ke")).toEqual({ "freshmarket.co.ke": "available" });
	const op = await registrar.register(order("freshmarket.co.ke", { years: 2, nameservers: ["ns1.example.net"] }));
	expect(op).toMatchObject({ state: "succeeded", expiry: Date.UTC(2028, 10, 21) });
	expect(await stateOf("freshmarket.co.ke")).toEqual({ "freshmarket.co.ke": "taken" });
	expect(await newRegistrar().lookUp("freshmarket.co.ke")).toEqual({
		...{
			name: "freshmarket.co.ke",
			object: { id: expect.any(String), since: now },
			expiry: Date.UTC(2028, 10, 21),
			nameservers: ["ns1.example.net"],
			locked: true,
			privacy: true,
			delegated: true,
			signed: false,
			ds: [],
		},
	});
	expect(await registrar.register(order("freshmarket.co.ke"))).toMatchObject({
		...{ state: "failed", error: { code: "2302", retryable: false } },
	});
});

test("twenty parallel orders with one operation id are one registration with one answer", async () => {
	const command = order("freshbread.com");
	const ops = await Promise.all(Array.from({ length: 20 }, () => newRegistrar().register(command)));
	expect(new Set(ops.map((op) => JSON.stringify(op))).size).toBe(1);
	expect(ops[0]).toMatchObject({ ref: command.opId, state: "succeeded" });
	expect(await registrar.op(command.opId, ordered)).toEqual(ops[0]);
});

test("of twenty parallel orders for one name exactly one gets it", async () => {
	const ops = await Promise.all(Array.from({ length: 20 }, () => newRegistrar().register(order("freshfish.com"))));
	expect(ops.filter(({ state }) => state === "succeeded")).toHaveLength(1);
	expect(ops.filter(({ error }) => error?.code === "2302")).toHaveLength(19);
});

test("taken, reserved and too expensive names are refused permanently", async () => {
	expect(await registrar.register(order("google.com"))).toMatchObject({ state: "failed", error: { code: "2302" } });
	expect(await registrar.register(order("parliament.co.ke"))).toMatchObject({ error: { code: "2304" } });
	expect(await registrar.register(order("premiumtea.com", { maxCost: kes(1750) }))).toMatchObject({
		error: { code: "2306" },
	});
	expect(await registrar.register(order("freshyears.com", { years: 11 }))).toMatchObject({ error: { code: "2004" } });
});

test("a registry that does not answer gives a retryable failure and stores nothing", async () => {
	const command = order("timeoutbakery.com");
	expect(await registrar.register(command)).toMatchObject({ state: "failed", error: { retryable: true } });
	expect(await registrar.op(command.opId, ordered)).toBeUndefined();
	expect(await stateOf("timeoutbakery.com")).toEqual({ "timeoutbakery.com": "unknown" });
});

test("a pending registration succeeds automatically, a manual one waits for staff", async () => {
	const command = order("pendingbakery.com");
	expect((await registrar.register(command)).state).toBe("pending");
	now += 20_000;
	expect(await registrar.op(command.opId, ordered)).toMatchObject({ state: "succeeded" });
	const manual = await registrar.register(order("manualbakery.com"));
	expect(manual).toMatchObject({ state: "action_required", action: expect.stringContaining("manualbakery.com") });
});

test("a renewal extends the name once, and not from an outdated date", async () => {
	const { expiry = 0 } = await registrar.register(order("freshrenewal.com"));
	const renew = { opId: "renew-1", ...(await heldHere("freshrenewal.com")), years: 2, currentExpiry: expiry };
	const [first, second] = [await registrar.renew(renew), await registrar.renew(renew)];
	expect(first).toEqual(second);
	expect(first).toMatchObject({ state: "succeeded", expiry: Date.UTC(2029, 10, 21, 0, 0, 20) });
	expect(await registrar.renew({ ...renew, opId: "renew-2" })).toMatchObject({ error: { code: "2105" } });
	expect((await registrar.lookUp("freshrenewal.com"))?.expiry).toBe(first.expiry);
});

test("a transfer needs the right code and adds a year", async () => {
	const transfer = { name: "takenbakery.com", registrar: "sandbox", registrant } as const;
	expect(await registrar.transferIn({ ...transfer, opId: "tr-1", authCode: "wrong-code" })).toMatchObject({
		...{ state: "failed", error: { code: "2202" } },
	});
	expect(await registrar.transferIn({ ...transfer, opId: "tr-2", authCode: "K9-abcdef" })).toMatchObject({
		state: "pending",
	});
	now += DAY;
	expect(await registrar.op("tr-2", ordered)).toMatchObject({ state: "succeeded" });
	expect(
		await registrar.transferIn({ ...transfer, name: "freshnobody.com", opId: "tr-3", authCode: "K9-abcdef" }),
	).toMatchObject({
		error: { code: "2303" },
	});
});

test("a locked name can't be transferred even with its code, and a premium one costs its price for every year", async () => {
	await registrar.register(order("freshlocked.com"));
	const held = await heldHere("freshlocked.com");
	const authCode = await codeOf(held);
	const transfer = { name: "freshlocked.com", registrar: "sandbox", authCode, registrant } as const;
	const move = (opId: string) => registrar.transferIn({ ...transfer, opId });
	expect(await move("tr-locked")).toMatchObject({ state: "failed", error: { code: "2304" } });
	const settings = { nameservers: [], glue: [], ds: null, locked: false, privacy: true, contacts: null };
	await registrar.update(held, settings);
	expect(await move("tr-open")).toMatchObject({ state: "pending" });

	const { register, renew } = sandboxRule("premiumyears.com").premium ?? { register: kes(0), renew: kes(0) };
	const threeYears = register.amount + 2 * renew.amount;
	const ofThree = (amount: number) =>
		registrar.register(order("premiumyears.com", { years: 3, maxCost: { amount, currency: "KES" } }));
	expect(await ofThree(threeYears - 1)).toMatchObject({ error: { code: "2306" } });
	expect(await ofThree(threeYears)).toMatchObject({ state: "succeeded" });
});

const settings = { nameservers: [], glue: [], ds: null, locked: false, privacy: true, contacts: null };

/** Every call about a registration. */
const callsAbout = async (held: HeldName) => [
	await registrar.info(held),
	await registrar.update(held, settings),
	await registrar.authCode(held),
	await registrar.remove(held),
];
const refusedAll = ["not_held", "not_held", "not_held", "not_held"];

test("calls about a registration don't affect a later one of the same name", async () => {
	const { expiry = 0 } = await registrar.register(order("freshagain.com"));
	const former = await heldHere("freshagain.com");
	const withoutId = { ...former, registryId: null };
	expect(await registrar.info(withoutId)).toMatchObject({ name: "freshagain.com" });
	expect(await registrar.remove(former)).toBe("done");
	expect(await callsAbout(former)).toEqual(refusedAll);
	now += 1_000;
	await registrar.register(order("freshagain.com"));
	const before = await registrar.lookUp("freshagain.com");
	for (const held of [former, withoutId]) {
		expect(await callsAbout(held)).toEqual(refusedAll);
		const renew = { ...held, opId: `stale-${held.registryId}`, years: 1, currentExpiry: before?.expiry ?? expiry };
		expect(await registrar.renew(renew)).toMatchObject({ state: "failed", error: { code: "2201" } });
	}
	expect(await registrar.lookUp("freshagain.com")).toEqual(before);
});

test("the former holder can't change a name that was transferred", async () => {
	await registrar.register(order("freshmoved.com"));
	const seller = await heldHere("freshmoved.com");
	const authCode = await codeOf(seller);
	await registrar.update(seller, settings);
	await registrar.transferIn({ ...seller, opId: "tr-moved", authCode, registrant });
	expect(await registrar.authCode(seller)).toBeUndefined();
	now += 20_000;
	expect(await registrar.op("tr-moved", ordered)).toMatchObject({ state: "succeeded" });
	expect(await callsAbout(seller)).toEqual(refusedAll);
	expect(await registrar.info(await heldHere("freshmoved.com"))).toMatchObject({ name: "freshmoved.com" });
});

test("a name that is not renewed is free again after redemption, and a transfer of a deleted name fails", async () => {
	const { expiry = 0 } = await registrar.register(order("freshlapsed.com"));
	const held = await heldHere("freshlapsed.com");
	now = expiry + 64 * DAY;
	expect(await stateOf("freshlapsed.com")).toEqual({ "freshlapsed.com": "taken" });
	now = expiry + 65 * DAY;
	expect(await stateOf("freshlapsed.com")).toEqual({ "freshlapsed.com": "available" });
	expect(await registrar.info(held)).toBe("not_held");
	expect(await registrar.register(order("freshlapsed.com"))).toMatchObject({ state: "succeeded" });

	const next = await heldHere("freshlapsed.com");
	const authCode = await codeOf(next);
	await registrar.update(next, settings);
	await registrar.transferIn({ ...next, opId: "tr-deleted", authCode, registrant });
	expect(await registrar.remove(next)).toBe("done");
	now += 20_000;
	expect(await registrar.op("tr-deleted", ordered)).toMatchObject({ state: "failed", error: { code: "2303" } });
});

test("if its tables can't be read, every name is unknown and nothing throws", async () => {
	const broken = { prepare: () => env.DB.prepare("select 1"), batch: () => Promise.reject(new Error("no such table")) };
	const answers: string[] = [];
	for await (const { state } of newRegistrar(createDatabase(broken as unknown as D1Database)).check(["freshbread.org"]))
		answers.push(state);
	expect(answers).toEqual(["unknown"]);
});

test("a name in redemption can be restored for a year, once", async () => {
	const { expiry = 0 } = await registrar.register(order("freshrestored.com"));
	const held = await heldHere("freshrestored.com");
	const restore = { ...held, currentExpiry: expiry };
	now = expiry + 29 * DAY;
	expect(await registrar.restore({ ...restore, opId: "early" })).toMatchObject({ error: { code: "2304" } });
	now = expiry + 31 * DAY;
	expect(await registrar.restore({ ...restore, opId: "other", registryId: "another" })).toMatchObject({
		error: { code: "2201" },
	});
	expect(await registrar.restore({ ...restore, opId: "restored" })).toEqual({
		ref: "restored",
		state: "pending",
		since: now,
	});
	now += 20_000;
	const restored = { ref: "restored", state: "succeeded", expiry: addYears(expiry, 1) };
	expect(await registrar.restore({ ...restore, opId: "restored" })).toEqual(restored);
	expect(await registrar.restore({ ...restore, opId: "again" })).toMatchObject({ error: { code: "2304" } });
	expect((await registrar.lookUp(held.name))?.expiry).toBe(restored.expiry);
});
