import { runInDurableObject } from "cloudflare:test";
import { env } from "cloudflare:workers";
import { beforeEach, expect, test, vi } from "vitest";
import { createDatabase } from "~/db/client.server";
import { todayView } from "~/features/desk/today-view";
import { compareExpiry } from "~/features/domains/reconcile";
import { registrantLinkLifetimeMs, registrantToken } from "~/features/domains/registrant-link";
import { registrantOf } from "~/features/orders/contact-details";
import { queueSchema } from "~/features/problems/queue.schema";
import { addYears } from "~/lib/add-years";
import { DAY, HOUR, MINUTE } from "~/lib/durations";
import { configOf, secretsOf } from "~/platform/config";
import { connectToBridge } from "~/platform/registrar/epp/bridge-connection";
import { connectOver } from "~/platform/registrar/epp/connection";
import { checkDomains } from "~/platform/registrar/epp/domain-commands";
import { createEppRegistrar } from "~/platform/registrar/epp/epp";
import { sharedSession } from "~/platform/registrar/epp/epp-sessions.workers";
import { contactId } from "~/platform/registrar/epp/objects";
import { createEppSession } from "~/platform/registrar/epp/session";
import { manualRegistrar } from "~/platform/registrar/manual";
import type { RegisterCommand, RegistrationSettings } from "~/platform/registrar/registrar";
import { createRegistrars } from "~/platform/registrar/registrars";
import { createSandboxRegistrar } from "~/platform/registrar/sandbox";
import * as confirmPage from "~/routes/site/confirm-registrant";
import { createServices } from "~/services.server";
import { createEppBridge, createEppServer, type EppFault } from "../services/epp";
import { aConfirmedOwner, aDomain } from "../support/domains";
import { aName, contact, quietServices, registration } from "../support/orders";
import {
	aPaidOrder,
	checkedPart,
	creditsOf,
	deleteStaffEmails,
	domainOf,
	overdueFacts,
	runJobs,
	staffEmails,
} from "../support/registrar-orders";
import { anOwner, deskArgs, statusOf } from "../support/staff";

const db = createDatabase(env.DB);

beforeEach(async () => {
	for (const table of ["registrar_problems", "registrar_orders"]) await env.DB.exec(`delete from ${table}`);
});

/** A registry, and a shop that registers names under co.ke and africa there. */
function aWorld(account: { password?: string; previousPassword?: string } = {}, isBehindBridge = false) {
	const time = { now: Date.UTC(2026, 10, 23, 9) };
	const clock = () => time.now;
	const server = createEppServer({ clock });
	const bridge = { ...createEppBridge(server), url: "https://epp.kikoa.example", timeoutMs: 400 };
	const session = createEppSession({
		connect: async () => (isBehindBridge ? connectToBridge(bridge) : connectOver(await server.accept(), 300)),
		account: { user: "kikoa", password: "secret-1", ...account },
		clock,
	});
	const registries = [{ name: "kenic", tlds: ["ke", "co.ke", "africa"], client: "kikoa", session }];
	const epp = createEppRegistrar({ db: createDatabase(env.DB), clock, registries });
	const registrar = createRegistrars({
		routes: [
			{ id: "epp", tlds: ["co.ke", "africa"] },
			{ id: "manual", tlds: ["*"] },
		],
		adapters: { epp, manual: manualRegistrar },
		lookups: createSandboxRegistrar({ db, clock, wait: async () => {} }),
		hasLookup: () => true,
	});
	const services = quietServices({ registrar, clock });
	return { time, server, session, epp, services, pass: (ms: number) => (time.now += ms) };
}

type World = ReturnType<typeof aWorld>;

const order = (name: string, more: Partial<RegisterCommand> = {}): RegisterCommand => ({
	...{ opId: `op-${name}`, name, registrar: "epp", years: 1, registrant: registrantOf(contact) },
	...more,
});

/** A name that is active in an account and at the registry. */
async function aRegisteredName(world: World, name = aName()) {
	const { user, owner } = await aConfirmedOwner(world.services);
	const customer = { id: user.id, email: user.email, currency: "KES" as const };
	const { orderId } = await aPaidOrder(world.services, { items: [registration(name)], customer });
	expect(await runJobs(world, orderId)).toMatchObject([{ state: "done" }]);
	const domain = await domainOf(name);
	if (!domain?.expiresAt) throw new Error(`no row of ${name}`);
	return { name, user, owner, domain, expiry: domain.expiresAt };
}

test("a paid name is registered at the registry and active in the account", async () => {
	const world = aWorld();
	const { server } = world;
	const start = world.time.now;
	const { name, domain } = await aRegisteredName(world);
	expect(domain).toMatchObject({ status: "active", registrar: "epp", expiresAt: addYears(start, 1) });
	const id = contactId(registrantOf(contact));
	expect(id).toMatch(/^K[0-9A-F]{15}$/);
	expect(server.domain(name)).toMatchObject({
		...{ roid: domain.registryId, registrant: id, nameservers: ["ns1.kikoa.example", "ns2.kikoa.example"] },
		contacts: [
			{ type: "admin", id },
			{ type: "tech", id },
		],
	});
	expect(server.logins).toHaveLength(1);
	expect(server.count("create")).toBe(4);
	const second = await aRegisteredName(world);
	expect(server.domain(second.name).registrant).toBe(id);
	expect(server.contacts.size).toBe(1);
});

test.each([
	["closed", "the connection ends before the command is done"],
	["half", "the connection ends in the middle of the answer"],
	["lost", "the answer is lost after the work was done"],
	["silent", "the registry never answers"],
	[2002, "the registry has forgotten the login"],
	[2400, "the registry fails"],
	[2500, "the registry fails and closes the connection"],
] as const satisfies readonly (readonly [EppFault, string])[])("a name is registered once (%s: %s)", async (fault) => {
	const world = aWorld();
	const name = aName();
	const { orderId } = await aPaidOrder(world.services, { items: [registration(name)] });
	world.server.plan(fault, new RegExp(`^create ${name}`));
	expect(await runJobs(world, orderId)).toMatchObject([{ state: "queued" }]);
	expect(await runJobs(world, orderId)).toMatchObject([{ state: "done" }]);
	const isDone = fault === "half" || fault === "lost";
	expect(world.server.count(`create ${name}`)).toBe(isDone ? 1 : 2);
	expect(await domainOf(name)).toMatchObject({ status: "active", registrar: "epp" });
});

test("a fault at every command of a registration in turn registers the name once", async () => {
	const { epp, server, session } = aWorld();
	for (const fault of ["closed", "lost", 2400] as const)
		for (const line of ["login", "info", "create K", "create ns1", "create fault"]) {
			const command = order(`fault-${server.domains.size}.co.ke`);
			await session.close();
			server.contacts.clear();
			server.hosts.clear();
			server.plan(fault, new RegExp(`^${line}`));
			const states = [];
			for (let run = 0; run < 2; run += 1)
				states.push(
					await epp.register(command).then(
						({ state }) => state,
						() => "unknown",
					),
				);
			expect(states, `${fault} ${line}`).toEqual(["unknown", "succeeded"]);
		}
	expect(server.domains.size).toBe(15);
	expect(server.state.balance).toBe(1_000 - 15 * 10);
});

test("a name that someone else holds is refused, and its price becomes credit", async () => {
	const world = aWorld();
	const name = aName();
	const { orderId, user } = await aPaidOrder(world.services, { items: [registration(name)] });
	world.server.addElsewhere(name);
	expect(await runJobs(world, orderId)).toMatchObject([
		{ state: "done", note: { reason: { code: "registered_by_other" } } },
	]);
	expect(await creditsOf(user.id)).toHaveLength(1);
	expect(world.server.count("create")).toBe(0);
});

test("a second order of our name is refused, and the first can be repeated", async () => {
	const { epp, server, pass } = aWorld();
	const first = order("twice.co.ke");
	expect(await epp.register(first)).toMatchObject({ state: "succeeded" });
	expect(await epp.register({ ...first, opId: "op-other" })).toMatchObject({ error: { code: "2302" } });
	pass(HOUR);
	expect(await epp.register(first)).toMatchObject({ ref: first.opId, state: "succeeded" });
	expect(await epp.op(first.opId, first)).toMatchObject({ state: "succeeded" });
	expect(await epp.op("never", first)).toBeUndefined();
	expect(server.count("create twice")).toBe(1);
});

test("a registration under review stays pending until the registry's message, which is acknowledged", async () => {
	const { epp, server } = aWorld();
	server.state.reviews = true;
	for (const isApproved of [true, false]) {
		const command = order(isApproved ? "approved.co.ke" : "rejected.co.ke");
		expect(await epp.register(command)).toMatchObject({ ref: command.opId, state: "pending" });
		expect(await epp.op(command.opId, command)).toMatchObject({ ref: command.opId, state: "pending" });
		expect(await epp.lookUp(command.name)).toBeUndefined();
		server.decide(command.name, isApproved);
		expect(server.messages).toHaveLength(1);
		expect(await epp.op(command.opId, command)).toMatchObject({ state: isApproved ? "succeeded" : "failed" });
		// A refusal carries the message, too, and the next answer reads it.
		await epp.lookUp("approved.co.ke");
		expect(server.messages).toEqual([]);
	}
});

test("wrong credentials stop commands, tell staff once, and orders go on when they are right", async () => {
	await deleteStaffEmails();
	const world = aWorld();
	world.server.state.password = "changed-1";
	const { orderId } = await aPaidOrder(world.services, { items: [registration()] });
	for (let run = 0; run < 5; run += 1) expect(await runJobs(world, orderId)).toMatchObject([{ state: "queued" }]);
	expect(world.server.logins.length).toBeLessThanOrEqual(2);
	const emails = await staffEmails("credentials");
	expect(emails.map(({ payload }) => payload)).toMatchObject([{ registrar: "epp:kenic" }]);
	expect(await world.epp.problem?.()).toBe("epp:kenic: credentials");
	expect(await world.epp.choose("next.co.ke")).toBeUndefined();
	world.server.state.password = "secret-1";
	world.pass(HOUR);
	expect(await world.epp.choose("next.co.ke")).toBe("epp");
	for (let run = 0; run < 2; run += 1) await runJobs(world, orderId);
	expect(await runJobs(world, orderId)).toMatchObject([{ state: "done" }]);
});

test.each([false, true])(
	"a registry that is down or silent fails its health part (bridge: %s)",
	async (isBehindBridge) => {
		const world = aWorld({}, isBehindBridge);
		const { server } = world;
		const health = () => checkedPart(world, "Registrar: epp");
		vi.spyOn(console, "warn").mockImplementation(() => {});
		expect(await health()).toMatchObject({ state: "working" });
		await world.session.close();
		server.state.isDown = true;
		expect(await health()).toMatchObject({ state: "failing", isNeeded: true, reason: "unreachable" });
		server.state.isDown = false;
		for (let call = 0; call < 2; call += 1) server.plan("silent", /^check/);
		expect(await health()).toMatchObject({ state: "failing" });
		expect(await health()).toMatchObject({ state: "working" });
	},
);

test("a new password replaces the previous one at the next login", async () => {
	const { epp, server } = aWorld({ password: "secret-2", previousPassword: "secret-1" });
	expect(await epp.lookUp("free.co.ke")).toBeUndefined();
	expect(server.logins).toEqual([
		{ pw: "secret-2", newPW: undefined },
		{ pw: "secret-1", newPW: "secret-2" },
	]);
	expect(server.state.password).toBe("secret-2");
});

test("too low a balance keeps the order pending, and lookups go on", async () => {
	await deleteStaffEmails();
	const world = aWorld();
	const { domain, expiry } = await aRegisteredName(world);
	world.server.state.balance = 0;
	const renew = { ...domain, opId: "renew-poor", years: 1, currentExpiry: expiry };
	expect(await world.epp.renew(renew)).toMatchObject({ state: "pending" });
	expect(await world.epp.renew(renew)).toMatchObject({ state: "pending" });
	expect(world.server.count("renew")).toBe(1);
	expect(await staffEmails("balance")).toHaveLength(1);
	expect(await world.epp.info(domain)).toMatchObject({ name: domain.name });
	world.server.state.balance = 100;
	world.pass(20 * MINUTE);
	expect(await world.epp.renew(renew)).toMatchObject({ state: "succeeded", expiry: addYears(expiry, 1) });
});

test("while the registry allows no more sessions or does not answer, the order waits", async () => {
	const world = aWorld();
	const { orderId } = await aPaidOrder(world.services, { items: [registration()] });
	world.server.state.mostSessions = 0;
	expect(await runJobs(world, orderId)).toMatchObject([{ state: "queued" }]);
	world.server.state.mostSessions = 1;
	world.server.state.isDown = true;
	world.pass(5 * MINUTE);
	expect(await runJobs(world, orderId)).toMatchObject([{ state: "queued" }]);
	world.server.state.isDown = false;
	for (let run = 0; run < 3; run += 1) await runJobs(world, orderId);
	expect(await runJobs(world, orderId)).toMatchObject([{ state: "done" }]);
});

test("commands wait for each other in one session, which is checked after a pause and opened again if it ended", async () => {
	const { epp, server, session, pass } = aWorld();
	await Promise.all(["a.co.ke", "b.co.ke", "c.co.ke"].map((name) => epp.lookUp(name)));
	expect(server.log).toEqual(["login", "info a.co.ke", "info b.co.ke", "info c.co.ke"]);
	pass(2 * MINUTE);
	await epp.lookUp("d.co.ke");
	expect(server.log.slice(-2)).toEqual(["hello", "info d.co.ke"]);
	server.plan("closed", /^info e/);
	await expect(epp.lookUp("e.co.ke")).rejects.toThrow(/closed the connection/);
	expect(await epp.lookUp("e.co.ke")).toBeUndefined();
	expect(server.logins).toHaveLength(2);
	await session.close();
	expect(server.log.at(-1)).toBe("logout");
	expect(await epp.lookUp("f.co.ke")).toBeUndefined();
	expect(server.logins).toHaveLength(3);
});

test("a renewal whose answer was lost adds one year", async () => {
	const world = aWorld();
	for (const fault of ["lost", "half", "closed", "silent"] as const) {
		const { domain, expiry, name } = await aRegisteredName(world);
		const renew = { ...domain, opId: `renew-${name}`, years: 1, currentExpiry: expiry };
		world.server.plan(fault, /^renew/);
		await expect(world.epp.renew(renew)).rejects.toThrow(/gave no answer/);
		const done = { state: "succeeded", expiry: addYears(expiry, 1) };
		expect(await world.epp.renew(renew), fault).toMatchObject(done);
		expect(await world.epp.renew(renew)).toMatchObject(done);
		expect(await world.epp.op(renew.opId, domain)).toMatchObject(done);
		expect(world.server.domain(name).expiry).toBe(addYears(expiry, 1));
	}
});

test("a renewal is refused if the name has another expiry, or another order renews it", async () => {
	const world = aWorld();
	const { domain, expiry } = await aRegisteredName(world);
	const renew = { ...domain, opId: "renew-1", years: 2, currentExpiry: expiry };
	expect(await world.epp.renew(renew)).toMatchObject({ state: "succeeded" });
	expect(await world.epp.renew({ ...renew, opId: "renew-2" })).toMatchObject({ error: { code: "2105" } });
	expect(await world.epp.renew({ ...renew, opId: "renew-3", currentExpiry: expiry - 30 * DAY })).toMatchObject({
		error: { code: "2105" },
	});
	expect(await world.epp.renew({ ...renew, opId: "renew-4", registryId: "other" })).toMatchObject({
		error: { code: "2201" },
	});
	expect(world.server.count("renew")).toBe(1);
});

test("a name that the registry renews at its expiry is left to staff", async () => {
	const world = aWorld();
	const { domain, expiry, name } = await aRegisteredName(world);
	Object.assign(world.server.domain(name), { rgpStatuses: ["autoRenewPeriod"], expiry: addYears(expiry, 1) });
	expect(await world.epp.info(domain)).toMatchObject({ expiry });
	const renew = { ...domain, opId: "renew-auto", years: 1, currentExpiry: expiry };
	expect(await world.epp.renew(renew)).toMatchObject({ state: "action_required" });
});

test("a name that ends on 29 February has no other date after its registry renewed it", async () => {
	const world = aWorld();
	world.time.now = Date.parse("2027-02-28T09:00Z");
	const { domain, name } = await aRegisteredName(world);
	const expiresAt = Date.parse("2028-02-29T09:00Z");
	Object.assign(world.server.domain(name), { rgpStatuses: ["autoRenewPeriod"], expiry: addYears(expiresAt, 1) });
	const info = await world.epp.info(domain);
	if (info === undefined || info === "not_held") throw new Error("the name is gone");
	expect(compareExpiry({ expiresAt }, info)).toBe("same");
});

test("a name in redemption is restored, reported and renewed once, also when answers are lost", async () => {
	const world = aWorld();
	const { domain, expiry, name } = await aRegisteredName(world);
	const restore = { ...domain, opId: "restore-1", currentExpiry: expiry };
	expect(await world.epp.restore(restore)).toMatchObject({ error: { code: "2304" } });
	world.time.now = expiry + 85 * DAY;
	world.server.redeem(name);
	expect(await world.epp.renew({ ...restore, opId: "renew-late", years: 1 })).toMatchObject({
		error: { code: "2304" },
	});
	const again = { ...restore, opId: "restore-2" };
	world.server.plan("lost", /^update/);
	const states = [];
	for (let run = 0; run < 6; run += 1) {
		const known = await world.epp.op("restore-2", domain);
		const state = known ?? (await world.epp.restore(again).catch(() => ({ state: "unknown" })));
		states.push(state.state);
		if (run === 1) world.server.plan("lost", /^renew/);
	}
	expect(states[0]).toBe("unknown");
	expect(states.at(-1)).toBe("succeeded");
	expect(world.server.domain(name)).toMatchObject({ statuses: [], rgpStatuses: [], expiry: addYears(expiry, 1) });
	expect(world.server.count("renew")).toBe(1);
});

/** A name in redemption whose restore was ordered, and its next run: a check of the order or the command again. */
async function aRequestedRestore(world: World) {
	const { domain, expiry, name } = await aRegisteredName(world);
	world.time.now = expiry + 85 * DAY;
	world.server.redeem(name);
	const before = world.server.state.balance;
	const command = { ...domain, opId: `restore-${name}`, currentExpiry: expiry };
	const run = async () => (await world.epp.op(command.opId, domain)) ?? world.epp.restore(command);
	return { name, expiry, run, paid: () => before - world.server.state.balance };
}

test("a restore whose report is refused goes to staff, and is not requested again when the name falls back", async () => {
	const world = aWorld();
	world.server.state.reports = "refuses";
	const { name, run, paid } = await aRequestedRestore(world);
	const requestedAt = world.time.now;
	expect(await run()).toMatchObject({ state: "pending", since: requestedAt });
	world.pass(MINUTE);
	expect(await run()).toMatchObject({ state: "action_required", action: expect.stringContaining("2306") });
	world.pass(7 * DAY);
	world.server.redeem(name);
	for (let day = 0; day < 3; day += 1) {
		const action = `${name} is in redemption again after we requested its restore. Ask kenic for the reason.`;
		expect(await run()).toEqual({ ref: `restore-${name}`, state: "action_required", action });
		world.pass(DAY);
	}
	expect(world.server.domain(name).rgpStatuses).toEqual(["redemptionPeriod"]);
	expect(paid(), "one request").toBe(10);
});

test("a restore whose request had no answer is not requested again after the name fell back", async () => {
	const world = aWorld();
	const { name, run, paid } = await aRequestedRestore(world);
	world.server.plan("lost", /^update/);
	await expect(run()).rejects.toThrow(/gave no answer/);
	world.pass(8 * DAY);
	world.server.redeem(name);
	expect(await run()).toMatchObject({ state: "action_required" });
	expect(paid()).toBe(10);
});

test("a request to restore that the registry refused costs nothing, and can be sent again", async () => {
	const world = aWorld();
	const { run, paid } = await aRequestedRestore(world);
	world.server.plan(2308, /^update/);
	expect(await run()).toMatchObject({ state: "action_required", action: expect.stringContaining("2308") });
	expect(paid()).toBe(0);
	world.pass(9 * DAY);
	for (let step = 0; step < 2; step += 1) expect(await run()).toMatchObject({ state: "pending" });
	expect(await run()).toMatchObject({ state: "succeeded" });
	expect(paid()).toBe(20);
});

test("a restore waits while the registry reviews its report, counted from the request, and then ends", async () => {
	const world = aWorld();
	world.server.state.reports = "reviews";
	const { name, expiry, run, paid } = await aRequestedRestore(world);
	const requestedAt = world.time.now;
	vi.spyOn(console, "warn").mockImplementation(() => {});
	for (let hour = 0; hour < 5; hour += 1) {
		expect(await run()).toMatchObject({ state: "pending", since: requestedAt });
		world.pass(HOUR);
	}
	world.server.completeRestore(name);
	expect(await run()).toMatchObject({ state: "succeeded", expiry: addYears(expiry, 1) });
	expect(paid()).toBe(20);
});

test("a restored name whose renewal is refused goes to staff, because the restore was paid", async () => {
	const world = aWorld();
	const { run, paid } = await aRequestedRestore(world);
	for (let step = 0; step < 2; step += 1) expect(await run()).toMatchObject({ state: "pending" });
	world.server.plan(2306, /^renew/);
	expect(await run()).toMatchObject({ state: "action_required", action: expect.stringContaining("2306") });
	expect(await run()).toMatchObject({ state: "succeeded" });
	expect(paid()).toBe(20);
});

test("a transfer is followed to its end, and a wrong code asks for another", async () => {
	const { epp, server, pass } = aWorld();
	server.addElsewhere("moving.co.ke");
	pass(90 * DAY);
	const transfer = (opId: string, authCode: string) => epp.transferIn({ ...order("moving.co.ke"), opId, authCode });
	expect(await transfer("tr-1", "wrong-code")).toMatchObject({ error: { code: "2202" } });
	server.plan("lost", /^transfer/);
	await expect(transfer("tr-2", "their-code")).rejects.toThrow(/gave no answer/);
	expect(await transfer("tr-2", "their-code")).toMatchObject({ state: "pending" });
	expect(await epp.lookUp("moving.co.ke")).toBeUndefined();
	pass(3 * DAY);
	server.decide("moving.co.ke", true);
	expect(await epp.op("tr-2", order("moving.co.ke"))).toMatchObject({ state: "succeeded" });
	const { object } = (await epp.lookUp("moving.co.ke")) ?? {};
	expect(object?.id).toContain("@");
	expect(await epp.transferIn({ ...order("nobody.co.ke"), authCode: "any-code" })).toMatchObject({
		error: { code: "2303" },
	});
	expect(await transfer("tr-3", "their-code")).toMatchObject({ state: "action_required" });

	server.addElsewhere("staying.co.ke");
	const rejected = { ...order("staying.co.ke"), opId: "tr-4", authCode: "their-code" };
	expect(await epp.transferIn(rejected)).toMatchObject({ state: "pending" });
	server.decide("staying.co.ke", false);
	expect(await epp.op("tr-4", rejected)).toMatchObject({ state: "failed", error: { code: "2304" } });
	expect(server.state.balance).toBe(1_000 - 2 * 10);
});

test.each([true, false])(
	"a transfer that is pending for 20 days goes to staff once, and is followed to its end (approved: %s)",
	async (isApproved) => {
		const world = aWorld();
		const { server, services, time } = world;
		const name = `taken-${aName()}`;
		server.addElsewhere(name);
		world.pass(90 * DAY);
		const items = [{ ...registration(name), productId: "domain-transfer", authCode: "their-code" }];
		const { orderId, user } = await aPaidOrder(services, { items });
		const start = time.now;
		while (time.now < start + 20 * DAY) {
			expect(await runJobs(world, orderId)).toMatchObject([{ state: "queued" }]);
			world.pass(DAY);
		}
		for (let check = 0; check < 3; check += 1) {
			world.pass(DAY);
			expect(await runJobs(world, orderId)).toMatchObject([
				{ state: "action_required", note: { reason: { code: "registry_waits" } }, needs: null },
			]);
		}
		const facts = () => overdueFacts(orderId, user.id);
		expect(await facts()).toMatchObject({ toStaff: 1, toCustomer: 1, isOpen: true, credits: 0 });
		server.decide(name, isApproved);
		for (let run = 0; run < 2; run += 1) {
			world.pass(HOUR);
			expect(await runJobs(world, orderId)).toMatchObject([{ state: "done" }]);
		}
		expect((await domainOf(name))?.status).toBe(isApproved ? "active" : "released");
		const end = isApproved ? { actives: 1, credits: 0 } : { actives: 0, credits: 1 };
		expect(await facts()).toMatchObject({ toStaff: 1, isOpen: false, ...end });
		expect(server.count(`transfer ${name}`), "one order, and questions about it").toBeGreaterThan(1);
		expect(server.state.balance).toBe(1_000 - 10);
	},
);

test("a registration that the registry reviews for more than two days goes to staff, and is then done", async () => {
	const world = aWorld();
	world.server.state.reviews = true;
	const name = aName();
	const { orderId, user } = await aPaidOrder(world.services, { items: [registration(name)] });
	expect(await runJobs(world, orderId)).toMatchObject([{ state: "queued" }]);
	world.pass(2 * DAY + MINUTE);
	expect(await runJobs(world, orderId)).toMatchObject([
		{ state: "action_required", lastError: expect.stringContaining("has not approved the registration") },
	]);
	expect(await overdueFacts(orderId, user.id)).toMatchObject({ toStaff: 1, isOpen: true });
	world.server.decide(name, true);
	expect(await runJobs(world, orderId)).toMatchObject([{ state: "done" }]);
	expect(await domainOf(name)).toMatchObject({ status: "active" });
});

test("an order that a registry does not take for two days goes to staff, and is done when it does", async () => {
	const world = aWorld();
	world.server.state.mostSessions = 0;
	const name = aName();
	const { orderId, user } = await aPaidOrder(world.services, { items: [registration(name)] });
	expect(await runJobs(world, orderId)).toMatchObject([{ state: "queued" }]);
	world.pass(3 * DAY);
	expect(await runJobs(world, orderId)).toMatchObject([{ state: "action_required" }]);
	expect(await overdueFacts(orderId, user.id)).toMatchObject({ toStaff: 1, isOpen: true });
	world.server.state.mostSessions = 1;
	world.pass(HOUR);
	expect(await runJobs(world, orderId)).toMatchObject([{ state: "done" }]);
	expect(await domainOf(name)).toMatchObject({ status: "active" });
});

const settings: RegistrationSettings = {
	...{ nameservers: ["ns1.kikoa.example", "ns2.kikoa.example"], glue: [], ds: null },
	...{ locked: false, privacy: true, contacts: null },
};

test.each([true, false])(
	"nameservers with addresses, lock, DNSSEC and contacts are sent once (objects: %s)",
	async (hostObjects) => {
		const world = aWorld();
		world.server.state.hostObjects = hostObjects;
		const { domain, name } = await aRegisteredName(world);
		const record = world.server.domain(name);
		expect(await world.epp.update(domain, settings)).toBe("done");
		expect(world.server.count("update")).toBe(0);
		const host = `ns1.${name}`;
		const key = { flags: 257, algorithm: 13, publicKey: "AAAA" };
		const ds = [{ keyTag: 12345, algorithm: 13, digestType: 2, digest: "38ec35d5", key }];
		const changed: RegistrationSettings = {
			...{ nameservers: [host, "ns2.kikoa.example"], glue: [{ host, addresses: ["192.0.2.7", "2001:db8::7"] }] },
			...{ ds, locked: true, privacy: true },
			contacts: {
				registrant: { ...registrantOf(contact), email: "new@example.com" },
				admin: null,
				tech: registrantOf(contact),
			},
		};
		expect(await world.epp.update(domain, changed)).toBe("done");
		expect(world.server.hosts.get(host)).toEqual(["192.0.2.7", "2001:db8::7"]);
		expect(record.nameservers.toSorted()).toEqual([host, "ns2.kikoa.example"]);
		expect(record).toMatchObject({
			statuses: ["clientTransferProhibited"],
			ds: [{ keyTag: "12345", digest: "38EC35D5" }],
		});
		expect(record.contacts.find(({ type }) => type === "admin")?.id).toBe(record.registrant);
		expect(record.contacts.find(({ type }) => type === "tech")?.id).toBe(contactId(registrantOf(contact)));
		expect(await world.epp.info(domain)).toMatchObject({ locked: true, signed: true, delegated: true });
		const updates = world.server.count("update");
		expect(await world.epp.update(domain, changed)).toBe("done");
		expect(world.server.count("update")).toBe(updates);
		const moved = { ...changed, glue: [{ host, addresses: ["192.0.2.8"] }], ds: [], locked: false };
		expect(await world.epp.update(domain, moved)).toBe("done");
		expect(world.server.hosts.get(host)).toEqual(["192.0.2.8"]);
		expect(record).toMatchObject({ statuses: [], ds: [] });
		world.server.plan(2304, /^update/);
		expect(await world.epp.update(domain, { ...moved, locked: true })).toBe("by_hand");
	},
);

test("a customer approves or rejects a transfer to another registrar", async () => {
	const world = aWorld();
	const { domain, name } = await aRegisteredName(world);
	const { services, server, epp, time } = world;
	const owner = { userId: domain.userId };
	const { approveTransfer, rejectTransfer, outgoing } = services.domainManagement;
	const row = async () => {
		const found = await services.portfolio.find(owner, domain.id);
		if (!found) throw new Error("no domain");
		return found;
	};
	expect(await epp.outgoing?.(domain)).toBeUndefined();
	expect(await rejectTransfer(owner, domain.id)).toMatchObject({ error: { kind: "conflict" } });
	server.requestTransfer(name);
	expect(await outgoing(await row()), "it is locked").toBeNull();
	await env.DB.prepare("update domains set locked = 0 where id = ?").bind(domain.id).run();
	const asked = { to: "other", requestedAt: time.now, until: time.now, answers: ["approve", "reject"] };
	expect(await outgoing(await row())).toEqual(asked);

	expect(await rejectTransfer(owner, domain.id)).toMatchObject({ ok: true });
	expect(server.domain(name)).toMatchObject({ client: "kikoa", transfer: { status: "clientRejected" } });
	expect(await row()).toMatchObject({ status: "active", locked: true });
	expect((await services.activity.recent(owner)).map(({ kind }) => kind)).toContain("domain.transfer_rejected");

	await env.DB.prepare("update domains set locked = 0 where id = ?").bind(domain.id).run();
	server.requestTransfer(name);
	expect(await approveTransfer(owner as never, domain.id)).toMatchObject({ ok: true });
	expect(server.domain(name)).toMatchObject({ client: "other", transfer: { status: "clientApproved" } });
	expect(await services.portfolio.find(owner, domain.id)).toBeNull();
	const notices = (await services.notifications.list(owner)).items.map(({ kind }) => kind);
	expect(notices).toContain("domain.transferred");
});

test("the authorization code is read, or replaced if the registry keeps it secret", async () => {
	const world = aWorld();
	const { domain, name } = await aRegisteredName(world);
	const record = world.server.domain(name);
	expect(await world.epp.authCode(domain)).toEqual({ code: record.authCode });
	world.server.state.showsAuthCodes = false;
	const before = record.authCode;
	expect(await world.epp.authCode(domain)).toEqual({ code: record.authCode });
	expect(record.authCode).not.toBe(before);
	expect(record.authCode).toMatch(/^[\w-]{16}$/);
	world.server.state.showsAuthCodes = true;
	const { authCode } = record;
	expect(await world.epp.resetAuthCode(domain)).toBe("done");
	expect(record.authCode).not.toBe(authCode);
	world.server.plan(2304, /^update/);
	expect(await world.epp.resetAuthCode(domain)).toBe("by_hand");
});

test("names are checked ten at a time, and are unknown when the registry fails", async () => {
	const { epp, server } = aWorld();
	server.addElsewhere("shop-3.co.ke");
	const names = [...Array.from({ length: 11 }, (_, index) => `shop-${index}.co.ke`), "reserved-1.co.ke"];
	const states = async () =>
		Object.fromEntries((await Array.fromAsync(epp.check(names))).map(({ name, state }) => [name, state]));
	expect(await states()).toMatchObject({
		...{ "shop-0.co.ke": "available", "shop-10.co.ke": "available" },
		...{ "shop-3.co.ke": "taken", "reserved-1.co.ke": "reserved" },
	});
	expect(server.count("check")).toBe(2);
	server.state.isDown = true;
	server.plan("closed");
	expect(new Set(Object.values(await states()))).toEqual(new Set(["unknown"]));
});

test("calls about a name that is gone change nothing, and our own can be deleted", async () => {
	const world = aWorld();
	const { domain, name } = await aRegisteredName(world);
	const all = async (held: typeof domain) => [
		await world.epp.info(held),
		await world.epp.update(held, settings),
		await world.epp.authCode(held),
		await world.epp.resetAuthCode(held),
		await world.epp.remove(held),
	];
	const gone = Array(5).fill("not_held");
	expect(await all({ ...domain, registryId: "999-KE" })).toEqual(gone);
	expect(await world.epp.departure?.(domain)).toBe("unknown");
	world.server.domain(name).client = "other";
	expect(await all(domain)).toEqual(gone);
	expect(await world.epp.departure?.(domain)).toBe("transferred");
	expect(await world.epp.departure?.({ ...domain, registryId: "999-KE" })).toBe("unknown");
	world.server.domain(name).client = "kikoa";
	expect(await world.epp.remove(domain)).toBe("done");
	expect(world.server.domain(name).statuses).toEqual(["pendingDelete"]);
	expect(await world.epp.remove(domain)).toBe("done");
	expect(world.server.count("delete")).toBe(1);
	await expect(world.epp.info({ ...domain, name: "shop.co.tz" })).rejects.toThrow(/No registry for .co.tz/);
	expect(await world.services.registrar.lookUp("shop.co.tz")).toBeUndefined();
});

test("the configuration names the registry of each extension", async () => {
	const registries = [{ name: "test", tlds: ["co.ke"], url: "epp://127.0.0.1:1", user: "kikoa" }];
	const settings = { EPP_REGISTRIES: JSON.stringify(registries), EPP_PASSWORDS: "test=secret-1" };
	const { registrar } = createServices({ ...env, ...settings, REGISTRARS: "epp=co.ke manual=*" }, () => {});
	expect(await registrar.choose("freshshop.co.ke")).toBe("epp");
	expect(await registrar.choose("freshshop.com")).toBe("manual");
	await expect(registrar.lookUp("freshshop.co.ke", "epp")).rejects.toThrow(/test can't be reached/);
});

test("the nightly comparison reads as many names in a minute as the registries allow", async () => {
	const one = (name: string, tld: string, more = {}) => ({
		...{ name, tlds: [tld], url: "epp://127.0.0.1:1", user: "kikoa", ...more },
	});
	const perMinute = (...registries: object[]) => {
		const passwords = "first=secret-1 second=secret-2";
		const settings = { EPP_REGISTRIES: JSON.stringify(registries), EPP_PASSWORDS: passwords };
		const { registrar } = createServices({ ...env, ...settings, REGISTRARS: "epp=co.ke manual=*" }, () => {});
		return registrar.readable();
	};
	const first = one("first", "co.ke", { readsPerMinute: 120 });
	expect(perMinute(one("first", "co.ke"))).toEqual([{ id: "epp", perMinute: 20 }]);
	expect(perMinute(first)).toEqual([{ id: "epp", perMinute: 120 }]);
	expect(perMinute(first, one("second", "africa", { readsPerMinute: 90 }))).toEqual([{ id: "epp", perMinute: 90 }]);
	expect(perMinute(first, one("second", "africa"))).toEqual([{ id: "epp", perMinute: 20 }]);
});

test("the shared session says that a command was not sent if it finds no registry or no bridge", async () => {
	for (const url of ["epp://127.0.0.1:1", "https://epp.kikoa.example"]) {
		const account = { url, user: "kikoa", password: "secret-1" };
		const session = sharedSession(env.EPP_SESSIONS, `test ${url}`, account);
		const exchanged = await session.exchange(checkDomains("ABC-12345", ["free.ke"]));
		expect(exchanged).toMatchObject({ state: "unsent", problem: "unreachable" });
	}
});

test("isolates share one session, which a new password ends", async () => {
	const { server } = aWorld();
	const name = `test ${crypto.randomUUID()}`;
	await runInDurableObject(env.EPP_SESSIONS.getByName(name), (instance) => {
		Object.assign(instance, { env: { EPP_BRIDGE: createEppBridge(server) } });
	});
	const account = { url: "https://epp.kikoa.example", user: "kikoa", password: "secret-1" };
	const command = checkDomains("ABC-12345", ["free.ke"]);
	const isolates = [1, 2].map(() => sharedSession(env.EPP_SESSIONS, name, account));
	for (const exchanged of await Promise.all(isolates.map((isolate) => isolate.exchange(command))))
		expect(exchanged).toMatchObject({ state: "answered" });
	expect(server.log).toEqual(["login", "check free.ke", "check free.ke"]);
	const renewed = { ...account, password: "secret-2", previousPassword: "secret-1" };
	expect(await sharedSession(env.EPP_SESSIONS, name, renewed).exchange(command)).toMatchObject({ state: "answered" });
	expect(server.log.slice(3)).toEqual(["logout", "login", "login", "check free.ke"]);
	expect(server.state.password).toBe("secret-2");
});

/** A name under an extension of ICANN, whose registrant's address is not the account's. */
async function anUnconfirmedName(world: World) {
	const { services, server, time } = world;
	const { name, domain, owner, user } = await aRegisteredName(world, aName("africa"));
	const { registrantChecks: checks } = services;
	await env.DB.exec("delete from outbox where kind in ('mail.confirm-registrant', 'mail.registrant-suspended')");
	time.now += HOUR;
	await checks.run();
	const row = async () => {
		const found = await domainOf(name);
		if (!found) throw new Error(`no row of ${name}`);
		return found;
	};
	/** Delivers the waiting emails of this kind. */
	const delivered = async (kind: string) => {
		await env.DB.exec("delete from inbox_messages");
		const { results } = await env.DB.prepare("select id from outbox where kind = ? and state = 'new'").bind(kind).all();
		for (const { id } of results) await services.outbox.deliver(String(id));
		return (await services.inbox?.list()) ?? [];
	};
	const linkIn = (text = "") => new URL(/https?:\/\/\S+\/confirm-registrant\S+/.exec(text)?.[0] ?? "");
	const visit = (link: URL, form?: Record<string, string>) =>
		deskArgs({ services, address: `${link.pathname}${link.search}`, ...(form && { form }) }) as never;
	const statuses = () => server.domain(name).statuses.filter((status) => status === "clientHold");
	return { name, domain, owner, user, checks, row, delivered, linkIn, visit, statuses };
}

test("where we are the registrar, a registrant confirms our link, or the domain is suspended until they do", async () => {
	const world = aWorld();
	const { server, time } = world;
	const { name, checks, row, delivered, linkIn, visit, statuses } = await anUnconfirmedName(world);
	const deadline = time.now + 15 * DAY;
	expect(await row()).toMatchObject({ registrantCheck: "pending", registrantDeadline: deadline });
	const [mail, ...others] = await delivered("mail.confirm-registrant");
	expect(others).toEqual([]);
	expect(mail).toMatchObject({
		recipient: contact.email,
		subject: `Registrant of ${name}: confirm your email address`,
	});

	for (let day = 1; day < 15; day += 1) {
		time.now += DAY;
		await checks.run();
	}
	expect(await row()).toMatchObject({ registrantCheck: "pending" });
	expect(await delivered("mail.confirm-registrant"), "it is sent once").toEqual([]);
	expect(statuses()).toEqual([]);
	time.now = deadline;
	server.plan("closed", /^update/);
	await checks.run();
	expect(await row(), "the registry did not answer").toMatchObject({ registrantCheck: "pending" });
	time.now += HOUR;
	await checks.run();
	expect(await row()).toMatchObject({ registrantCheck: "suspended", registrantDeadline: deadline });
	expect(statuses()).toEqual(["clientHold"]);
	expect((await delivered("mail.registrant-suspended")).map(({ subject }) => subject)).toEqual([`Suspended: ${name}`]);

	const link = linkIn(mail?.text);
	expect(await confirmPage.loader(visit(link))).toMatchObject({ registrant: { domain: name, email: contact.email } });
	expect(await row(), "the page alone changes nothing").toMatchObject({ registrantCheck: "suspended" });
	expect(await confirmPage.action(visit(link, {}))).toEqual({ confirmed: { isSuspended: true } });
	server.plan("lost", /^update/);
	await checks.run();
	time.now += HOUR;
	await checks.run();
	expect(await row()).toMatchObject({ registrantCheck: null, registrantDeadline: null, registrantCheckAt: null });
	expect(statuses()).toEqual([]);
	expect(await confirmPage.action(visit(link, {})), "the link can be opened again").toEqual({
		confirmed: { isSuspended: false },
	});
	const open = env.DB.prepare("select count(*) from problems where subject = ? and resolved_at is null");
	expect(await open.bind((await row()).id).first("count(*)")).toBe(0);
});

test("a registry that refuses to suspend a domain or to put it back is asked again, and staff see it until it has", async () => {
	const world = aWorld();
	const { server, time, services } = world;
	const { name, domain, checks, row, delivered, linkIn, visit, statuses } = await anUnconfirmedName(world);
	const [mail] = await delivered("mail.confirm-registrant");
	await deleteStaffEmails();
	const session = await anOwner();
	const waiting = async (kind: string) => {
		const { items } = await services.today.queue(session, queueSchema.parse({}));
		return items.filter((one) => one.kind === kind && one.causeId === domain.id);
	};
	const view = (one: Awaited<ReturnType<typeof waiting>>[number] | undefined) =>
		one && todayView(one, { id: "", now: time.now, may: () => true });
	const subjects = async () => (await delivered("mail.staff-task")).map(({ subject }) => subject);
	const tryAgain = async () => {
		const [{ key = "", version = 0 } = {}] = await waiting("hold");
		return services.today.act("hold-again", {
			session,
			member: { id: "stf_1", name: "Neema", roles: [] },
			fields: { key, version },
		});
	};

	time.now += 15 * DAY;
	for (let hour = 0; hour < 2; hour += 1) {
		server.plan(2304, /^update/);
		await checks.run();
		time.now += HOUR;
	}
	expect(await row()).toMatchObject({ registrantCheck: "pending", registrantCheckAt: time.now });
	const [refused, ...others] = await waiting("hold");
	expect([refused?.count, others]).toEqual([2, []]);
	expect(view(refused)).toMatchObject({
		title: `${name} is not suspended at its registry`,
		actions: [{ intent: "hold-again", label: "Try again", asks: false }],
		facts: expect.arrayContaining([["The registry answered", expect.stringContaining("2304")]]),
	});
	expect(await subjects()).toEqual([`Action needed: ${name} is not suspended at its registry`]);
	server.plan(2304, /^update/);
	expect(await tryAgain()).toMatchObject({ ok: false, error: { kind: "unavailable" } });
	expect(await waiting("hold")).toMatchObject([{ count: 3 }]);
	expect(await tryAgain()).toMatchObject({ ok: true });
	expect(statuses()).toEqual(["clientHold"]);
	expect(await row()).toMatchObject({ registrantCheck: "suspended" });
	expect([await waiting("hold"), await waiting("registrant")]).toMatchObject([[], [{ causeId: domain.id }]]);

	await confirmPage.action(visit(linkIn(mail?.text), {}));
	await deleteStaffEmails();
	server.plan("closed", /^update/);
	await checks.run();
	expect(await waiting("hold"), "it did not answer").toHaveLength(1);
	expect(await subjects(), "the next attempt may reach it").toEqual([]);
	time.now += HOUR;
	server.plan(2304, /^update/);
	await checks.run();
	expect(view((await waiting("hold"))[0])).toMatchObject({ title: `${name} is still suspended at its registry` });
	expect(await subjects()).toEqual([`Action needed: ${name} is still suspended at its registry`]);
	expect(statuses()).toEqual(["clientHold"]);
	time.now += HOUR;
	await checks.run();
	expect(statuses()).toEqual([]);
	expect(await row()).toMatchObject({ registrantCheck: null });
	expect([await waiting("hold"), await waiting("registrant")]).toEqual([[], []]);
	const open = env.DB.prepare("select count(*) from problems where cause_id = ? and resolved_at is null");
	expect(await open.bind(domain.id).first("count(*)")).toBe(0);
	expect(await tryAgain()).toMatchObject({ ok: false, error: { kind: "not_found" } });
});

test("a registrant with the confirmed address of the account gets no link", async () => {
	const world = aWorld();
	const { services, time } = world;
	const { domain, owner, user, checks, row, delivered } = await anUnconfirmedName(world);
	await delivered("mail.confirm-registrant");
	const registrant = { ...registrantOf(contact), email: user.email };
	expect(
		await services.domainManagement.setContacts(owner, domain.id, { registrant, admin: null, tech: null }),
	).toMatchObject({ ok: true });
	time.now += HOUR;
	await checks.run();
	expect(await row()).toMatchObject({ registrantCheck: null });
	expect(await delivered("mail.confirm-registrant")).toEqual([]);
});

test("a new registrant of a suspended domain gets a link of their own, which lifts the suspension", async () => {
	const world = aWorld();
	const { services, time } = world;
	const { domain, checks, row, delivered, linkIn, visit, statuses } = await anUnconfirmedName(world);
	const [first] = await delivered("mail.confirm-registrant");
	time.now += 15 * DAY;
	await checks.run();
	expect(statuses()).toEqual(["clientHold"]);
	const registrant = { ...registrantOf(contact), email: "baraka@example.com" };
	// Their session has ended since.
	const owner = { userId: domain.userId } as never;
	expect(
		await services.domainManagement.setContacts(owner, domain.id, { registrant, admin: null, tech: null }),
	).toMatchObject({ ok: true });
	time.now += HOUR;
	await checks.run();
	expect(await row()).toMatchObject({ registrantCheck: "suspended" });
	expect(statuses(), "it stays suspended").toEqual(["clientHold"]);
	const [mail] = await delivered("mail.confirm-registrant");
	expect(mail).toMatchObject({ recipient: "baraka@example.com" });
	expect(statusOf(await confirmPage.action(visit(linkIn(first?.text), {}))), "the first registrant's link").toBe(409);
	expect(await checks.sendAgain({ userId: domain.userId }, domain.id)).toMatchObject({ ok: true, value: "sent" });
	const [again] = await delivered("mail.confirm-registrant");
	expect(await confirmPage.action(visit(linkIn(again?.text), {}))).toEqual({ confirmed: { isSuspended: true } });
	await checks.run();
	expect(statuses()).toEqual([]);
	expect(await row()).toMatchObject({ registrantCheck: null });
});

test("a registrant's link that is forged or expired confirms nothing", async () => {
	const world = aWorld();
	const { domain, checks, row } = await anUnconfirmedName(world);
	const [secrets, now] = [secretsOf(configOf(env)), world.time.now];
	const good = registrantToken(secrets, domain.id, contact.email, now);
	const wrong = [
		"",
		good.replace(/\.\d+\./, `.${now + 2 * registrantLinkLifetimeMs}.`),
		good.replace(/[0-9a-f]{64}$/, "0".repeat(64)),
		registrantToken(["another secret"] as never, domain.id, contact.email, now),
		registrantToken(secrets, domain.id, contact.email, now - registrantLinkLifetimeMs),
	];
	for (const token of wrong) expect(await checks.confirm(token), token).toMatchObject({ error: { kind: "invalid" } });
	expect(await row()).toMatchObject({ registrantCheck: "pending" });
	expect(await checks.confirm(good)).toMatchObject({ ok: true });
	expect(await row()).toMatchObject({ registrantCheck: null });
});

test("a link confirms its own domain also if the account has a hundred that end before", async () => {
	const world = aWorld();
	const { domain, user, row, checks, delivered, linkIn, visit } = await anUnconfirmedName(world);
	const registrant = { ...registrantOf(contact), email: "baraka@example.com" };
	const { registrantDeadline, registrantCheckAt, contacts } = await row();
	for (let index = 0; index < 100; index += 1)
		await aDomain(user.id, {
			...{ name: aName("africa"), tld: "africa", registrar: "epp", registrantCheck: "pending", registrantCheckAt },
			...{ registrantDeadline: Number(registrantDeadline) - DAY, contacts: contacts && { ...contacts, registrant } },
		});
	const [mail] = await delivered("mail.confirm-registrant");
	expect(await confirmPage.action(visit(linkIn(mail?.text), {}))).toEqual({ confirmed: { isSuspended: false } });
	expect(await row()).toMatchObject({ registrantCheck: null });
	expect(await checks.unconfirmed({ userId: domain.userId }, 200), "of another registrant").toHaveLength(100);
});

test("abuse: an address that someone typed as a registrant's gets at most ten links a day, and the time begins with one", async () => {
	const world = aWorld();
	const { services, time } = world;
	const { domain, row, checks, delivered } = await anUnconfirmedName(world);
	const stranger = `${aName("africa").split(".")[0]}@example.com`;
	const registrant = { ...registrantOf(contact), email: stranger };
	const owner = { userId: domain.userId } as never;
	await services.domainManagement.setContacts(owner, domain.id, { registrant, admin: null, tech: null });
	await delivered("mail.confirm-registrant");
	time.now += HOUR;
	await checks.run();
	const sendAgain = () => checks.sendAgain({ userId: domain.userId }, domain.id);
	for (let sent = 1; sent < 10; sent += 1) expect(await sendAgain()).toMatchObject({ ok: true });
	expect(await sendAgain()).toMatchObject({ ok: false, error: { kind: "rate_limited" } });
	const mails = await delivered("mail.confirm-registrant");
	expect(mails.filter(({ recipient }) => recipient === stranger)).toHaveLength(10);
	await services.domainManagement.setContacts(owner, domain.id, { registrant, admin: null, tech: null });
	time.now += HOUR;
	await checks.run();
	expect(await row()).toMatchObject({ registrantDeadline: null });
	expect(await delivered("mail.confirm-registrant")).toEqual([]);
	time.now += DAY;
	await checks.run();
	expect(await row()).toMatchObject({ registrantCheck: "pending", registrantDeadline: time.now + 15 * DAY });
	expect(await delivered("mail.confirm-registrant")).toMatchObject([{ recipient: stranger }]);
});
