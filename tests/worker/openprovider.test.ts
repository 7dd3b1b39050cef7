import { env } from "cloudflare:workers";
import { beforeEach, expect, test, vi } from "vitest";
import { createDatabase } from "~/db/client.server";
import { registrantOf } from "~/features/orders/contact-details";
import { addYears } from "~/lib/add-years";
import { DAY, HOUR, MINUTE, SECOND } from "~/lib/durations";
import { kes } from "~/lib/money";
import { sharedToken } from "~/platform/access-token/shared-token.workers";
import { createD1RateLimiter } from "~/platform/rate-limit/d1-rate-limiter.server";
import { manualRegistrar } from "~/platform/registrar/manual";
import { amsterdamTime } from "~/platform/registrar/openprovider/amsterdam-time";
import { createOpenProviderRegistrar } from "~/platform/registrar/openprovider/openprovider";
import type { RegisterCommand } from "~/platform/registrar/registrar";
import { createRegistrars } from "~/platform/registrar/registrars";
import { createSandboxRegistrar } from "~/platform/registrar/sandbox";
import { createServices } from "~/services.server";
import { amsterdam, createOpenProvider } from "../services/openprovider";
import { aName, contact, quietServices, registration } from "../support/orders";
import {
	aPaidOrder,
	aRegisteredName,
	checkedPart,
	creditsOf,
	deleteStaffEmails,
	domainOf,
	overdueFacts,
	runJobs,
	staffEmails,
} from "../support/registrar-orders";
import { anOwner } from "../support/staff";

const db = createDatabase(env.DB);

beforeEach(async () => {
	for (const table of ["registrar_problems", "registrar_orders", "registrar_contacts", "rate_counters"])
		await env.DB.exec(`delete from ${table}`);
});

/** OpenProvider, and a shop that registers all its names there. */
function aWorld(routes: Parameters<typeof createRegistrars>[0]["routes"] = [{ id: "openprovider", tlds: ["*"] }]) {
	const time = { now: Date.UTC(2026, 10, 23, 9) };
	const clock = () => time.now;
	const service = createOpenProvider({ clock });
	let issued: Promise<{ token: string; expiresAt: number }> | undefined;
	const adapter = () =>
		createOpenProviderRegistrar({
			...{ db: createDatabase(env.DB), clock, fetch: service.fetch, url: "https://api.openprovider.test" },
			...{ username: "shop", password: "secret", timeoutMs: 200 },
			rateLimiter: createD1RateLimiter({ db, clock }),
			// As the shared object does: a new token only for the one that was refused.
			async sharedToken(issue, refused) {
				const current = await issued?.catch(() => undefined);
				if (current && current.token !== refused && current.expiresAt > clock()) return current.token;
				issued = issue();
				return (await issued).token;
			},
		});
	const openprovider = adapter();
	const registrar = createRegistrars({
		routes,
		adapters: { openprovider, manual: manualRegistrar },
		lookups: {
			...createSandboxRegistrar({ db, clock, wait: async () => {} }),
			isTransferPending: async (name) => service.state.leaving.has(name),
		},
		hasLookup: (name) => !name.endsWith(".co.za"),
	});
	const services = quietServices({ registrar, clock });
	return { time, service, openprovider, services, adapter, pass: (ms: number) => (time.now += ms) };
}

test("a paid name is registered at OpenProvider and active in the account", async () => {
	const world = aWorld();
	const { service, time } = world;
	const start = time.now;
	const { name, domain } = await aRegisteredName(world, 2);
	expect(domain).toMatchObject({ status: "active", registrar: "openprovider", expiresAt: addYears(start, 2) });
	expect(domain.registryId).toBe(String(service.record(name).id));
	const created = service.calls.find(({ call }) => call === "POST /domains")?.body;
	expect(created).toMatchObject({
		domain: { name: name.split(".")[0], extension: "com" },
		...{ period: 2, autorenew: "off", is_private_whois_enabled: true },
		name_servers: [
			{ name: "ns1.kikoa.example", seq_nr: 0 },
			{ name: "ns2.kikoa.example", seq_nr: 1 },
		],
	});
	expect(service.customers).toMatchObject([
		{
			name: { first_name: "Amina", last_name: "Otieno" },
			phone: { country_code: "+254", area_code: "712", subscriber_number: "345678" },
			address: { street: "P.O. Box 100", city: "Nairobi", country: "KE", zipcode: "00000" },
		},
	]);
});

test("a registration whose answer was lost is not sent again", async () => {
	const world = aWorld();
	const name = aName("com");
	const order = await aPaidOrder(world.services, { items: [registration(name)] });
	world.service.faults.plan("lost", ({ method, url }) => method === "POST" && url.endsWith("/v1beta/domains"));
	expect(await runJobs(world, order.orderId)).toMatchObject([{ state: "queued" }]);
	expect(world.service.domains).toHaveLength(1);
	expect(await runJobs(world, order.orderId)).toMatchObject([{ state: "done" }]);
	expect(world.service.count("POST /domains")).toBe(world.service.count("POST /domains/check") + 1);
	expect(await domainOf(name)).toMatchObject({ status: "active" });
});

test.each(["error", "silent"] as const)("a registration that was not done (%s) is sent again later", async (fault) => {
	const world = aWorld();
	const name = aName("com");
	const order = await aPaidOrder(world.services, { items: [registration(name)] });
	world.service.faults.plan(fault, ({ method, url }) => method === "POST" && url.endsWith("/v1beta/domains"));
	for (let run = 0; run < 8; run += 1) await runJobs(world, order.orderId);
	expect(await domainOf(name)).toMatchObject({ status: "active" });
	expect(world.service.domains).toHaveLength(1);
});

test("wrong credentials with HTTP 500 stop calls, tell staff once, and the order goes on when they are right", async () => {
	await deleteStaffEmails();
	const world = aWorld();
	const { service } = world;
	Object.assign(service.state, { authStatus: 500, password: "changed" });
	const orders = [];
	for (let count = 0; count < 3; count += 1)
		orders.push(await aPaidOrder(world.services, { items: [registration(aName("com"))] }));
	for (const { orderId } of orders) await runJobs(world, orderId);
	expect(service.logins).toHaveLength(1);
	expect(await staffEmails("credentials")).toHaveLength(1);
	for (let run = 0; run < 3; run += 1) for (const { orderId } of orders) await runJobs(world, orderId);
	expect(service.logins.length).toBeLessThanOrEqual(1 + (world.time.now - (service.logins[0] ?? 0)) / (15 * MINUTE));
	service.state.password = "secret";
	world.pass(HOUR);
	for (let run = 0; run < 3; run += 1) for (const { orderId } of orders) await runJobs(world, orderId);
	for (const { orderId } of orders) expect(await runJobs(world, orderId)).toMatchObject([{ state: "done" }]);
});

test.each([200, 500] as const)("an expired token is replaced once, with HTTP %s", async (authStatus) => {
	const world = aWorld();
	const { name } = await aRegisteredName(world);
	world.service.state.authStatus = authStatus;
	world.service.expireTokens();
	expect(await world.openprovider.lookUp(name)).toMatchObject({ name });
	expect(world.service.logins).toHaveLength(2);
});

test("a token is kept for twelve hours and shared", async () => {
	const world = aWorld();
	const { name } = await aRegisteredName(world);
	world.pass(11 * HOUR);
	expect(await world.adapter().lookUp(name)).toMatchObject({ name });
	expect(world.service.logins).toHaveLength(1);
	world.pass(2 * HOUR);
	expect(await world.adapter().lookUp(name)).toMatchObject({ name });
	expect(world.service.logins).toHaveLength(2);
});

test("isolates that start together sign in once, through the object of the token", async () => {
	const service = createOpenProvider({ clock: Date.now });
	const account = `test ${crypto.randomUUID()}`;
	const adapter = () =>
		createOpenProviderRegistrar({
			...{ db: createDatabase(env.DB), clock: Date.now, fetch: service.fetch, url: "https://api.openprovider.test" },
			...{ username: "shop", password: "secret", rateLimiter: createD1RateLimiter({ db, clock: Date.now }) },
			sharedToken: sharedToken(env.ACCESS_TOKENS, account),
		});
	expect(await Promise.all([adapter(), adapter()].map((one) => one.lookUp("freshshared.com")))).toEqual([
		undefined,
		undefined,
	]);
	expect(service.logins).toHaveLength(1);
	service.expireTokens();
	service.state.password = "changed";
	await expect(adapter().lookUp("freshshared.com")).rejects.toThrow(/stopped: credentials/);
	expect(service.logins).toHaveLength(2);
});

test("the configuration names the registrar of each extension", async () => {
	const account = { OPENPROVIDER_USERNAME: "shop", OPENPROVIDER_PASSWORD: "secret" };
	const settings = { ...env, ...account, REGISTRARS: "openprovider=com manual=*" };
	const { registrar } = createServices(settings, () => {});
	expect(await registrar.choose("freshshop.com")).toBe("openprovider");
	expect(await registrar.choose("freshshop.co.ke")).toBe("manual");
});

test("a block stops all calls, keeps orders pending without failing, and tells staff once", async () => {
	await deleteStaffEmails();
	const world = aWorld();
	const { service } = world;
	service.state.isBlocked = true;
	const order = await aPaidOrder(world.services, { items: [registration(aName("com"))] });
	const before = service.calls.length;
	for (let run = 0; run < 12; run += 1)
		expect(await runJobs(world, order.orderId)).toMatchObject([{ state: "queued", attempts: 0 }]);
	expect(await staffEmails("blocked")).toHaveLength(1);
	const health = () => checkedPart(world, "Registrar: openprovider");
	expect(await health()).toMatchObject({ state: "failing", reason: "stopped" });
	const hours = (world.time.now - Date.UTC(2026, 10, 23, 9)) / HOUR;
	expect(service.calls.filter(({ call }) => !call.includes("login")).length).toBeLessThanOrEqual(2 + hours);
	expect(service.calls.length).toBeGreaterThan(before);
	service.state.isBlocked = false;
	world.pass(HOUR);
	expect(await runJobs(world, order.orderId)).toMatchObject([{ state: "done" }]);
	expect(await health()).toMatchObject({ state: "working", lastFailure: expect.any(String) });
});

test("OpenProvider fails its health part while it does not answer, but not while it only asks us to wait", async () => {
	const world = aWorld();
	const { service } = world;
	const health = () => checkedPart(world, "Registrar: openprovider");
	vi.spyOn(console, "warn").mockImplementation(() => {});
	for (let call = 0; call < 2; call += 1) service.faults.plan("silent");
	expect(await health()).toMatchObject({ state: "failing", isNeeded: true, reason: "timeout" });
	service.faults.plan("silent");
	expect(await health(), "one lost call").toMatchObject({ state: "working" });
	service.state.nextCode = 4007;
	expect(await health(), "too many calls").toMatchObject({ state: "working" });
	expect(await health(), "it waits").toMatchObject({ state: "working" });
});

test("while OpenProvider blocks us, new names go to the next registrar, and those already ordered wait", async () => {
	const world = aWorld([
		{ id: "openprovider", tlds: ["com"] },
		{ id: "manual", tlds: ["*"] },
	]);
	world.service.state.isBlocked = true;
	const [first, second] = [aName("com"), aName("com")];
	const early = await aPaidOrder(world.services, { items: [registration(first)] });
	expect(await runJobs(world, early.orderId)).toMatchObject([{ state: "queued" }]);
	const late = await aPaidOrder(world.services, { items: [registration(second)] });
	expect(await runJobs(world, late.orderId)).toMatchObject([{ state: "action_required" }]);
	expect(await domainOf(first)).toMatchObject({ registrar: "openprovider" });
	expect(await domainOf(second)).toMatchObject({ registrar: "manual" });
	world.service.state.isBlocked = false;
	world.pass(2 * HOUR);
	const third = aName("com");
	const next = await aPaidOrder(world.services, { items: [registration(third)] });
	expect(await runJobs(world, next.orderId)).toMatchObject([{ state: "done" }]);
	expect(await domainOf(third)).toMatchObject({ registrar: "openprovider" });
});

test("too many orders (4007) and too low a balance (310) leave the order pending until they are over", async () => {
	await deleteStaffEmails();
	const world = aWorld();
	const { service } = world;
	const order = await aPaidOrder(world.services, { items: [registration(aName("com"))] });
	service.faults.plan("silent", ({ url }) => url.endsWith("/domains/check"));
	await runJobs(world, order.orderId);
	const command = service.calls.length;
	service.state.nextCode = 4007;
	expect(await runJobs(world, order.orderId)).toMatchObject([{ state: "queued" }]);
	expect(await runJobs(world, order.orderId)).toMatchObject([{ state: "queued" }]);
	expect(service.calls.length - command).toBe(1);
	service.state.balance = 0;
	world.pass(5 * MINUTE);
	expect(await runJobs(world, order.orderId)).toMatchObject([{ state: "queued" }]);
	expect(await staffEmails("balance")).toHaveLength(1);
	expect(await staffEmails("busy")).toHaveLength(0);
	service.state.balance = 100;
	world.pass(HOUR);
	expect(await runJobs(world, order.orderId)).toMatchObject([{ state: "done" }]);
});

test("the prices of extensions and the balance are read, and only ours", async () => {
	const { service, openprovider } = aWorld();
	const com = { tld: "com", currency: "EUR", register: 847, renew: 899, transfer: 847, restore: null };
	expect(await openprovider.costs?.(["com", "co.ke"])).toEqual([com]);
	service.state.balance = 12.34;
	expect(await openprovider.balance?.()).toEqual({ amount: 1_234, currency: null });
});

test("the check of a registrant is followed, and its email sent again", async () => {
	const world = aWorld();
	const { openprovider, service, time } = world;
	const { domain, name } = await aRegisteredName(world);
	const check = () => openprovider.registrantCheck?.(domain);
	expect(await check(), "an extension without checks").toBeUndefined();
	const deadline = time.now + 15 * DAY;
	const verification = { verification_email_exp_date: amsterdam(deadline), verification_email_name: "a@example.com" };
	Object.assign(service.record(name), { ...verification, verification_email_status: "not verified" });
	expect(await check()).toEqual({ state: "pending", deadline });
	expect(await openprovider.sendRegistrantCheck?.(domain)).toBe("sent");
	Object.assign(service.record(name), { verification_email_status: "in progress" });
	await openprovider.sendRegistrantCheck?.(domain);
	expect(service.state.verificationEmails).toEqual([
		{ action: "start", email: "a@example.com" },
		{ action: "restart", email: "a@example.com" },
	]);
	service.state.suspended.add(name);
	Object.assign(service.record(name), { verification_email_status: "failed" });
	expect(await check()).toEqual({ state: "suspended", deadline });
	Object.assign(service.record(name), { verification_email_status: "verified" });
	expect(await check()).toMatchObject({ state: "verified" });
	service.record(name).status = "TRAN";
	expect(await check()).toBe("not_held");
});

test("lookups work while the balance is too low", async () => {
	const world = aWorld();
	const { name, domain } = await aRegisteredName(world);
	world.service.state.balance = 0;
	const renew = { ...domain, opId: "renew-poor", years: 1, currentExpiry: domain.expiresAt ?? 0 };
	expect(await world.openprovider.renew(renew)).toMatchObject({ state: "pending" });
	expect(await world.openprovider.info(domain)).toMatchObject({ name });
	world.service.state.balance = 50;
	world.pass(20 * MINUTE);
	expect(await world.openprovider.renew(renew)).toMatchObject({ state: "succeeded" });
});

test("the same call is made far less often than OpenProvider allows", async () => {
	const world = aWorld();
	const { domain } = await aRegisteredName(world);
	const results = [];
	for (let count = 0; count < 150; count += 1)
		results.push(await world.openprovider.info(domain).then(() => "answered", String));
	expect(results.filter((result) => result === "answered").length).toBeLessThanOrEqual(100);
	expect(results.at(-1)).toContain("busy");
	world.pass(6 * MINUTE);
	expect(await world.openprovider.info(domain)).toMatchObject({ name: domain.name });
	expect(world.service.state.isBlocked).toBe(false);
});

test("a name that someone else has registered is refused, and its price becomes credit", async () => {
	const world = aWorld();
	const name = aName("com");
	const order = await aPaidOrder(world.services, { items: [registration(name)] });
	world.service.state.elsewhere.set(name, "their-code");
	expect(await runJobs(world, order.orderId)).toMatchObject([
		{ state: "done", note: { reason: { code: "registered_by_other" } } },
	]);
	expect(await creditsOf(order.user.id)).toHaveLength(1);
});

const command = (name: string, more: Partial<RegisterCommand> = {}): RegisterCommand => ({
	...{ opId: `op-${name}`, name, registrar: "openprovider", years: 1, registrant: registrantOf(contact) },
	...more,
});

test("two orders of one name register it once, and the second is refused", async () => {
	const { openprovider, service, pass } = aWorld();
	const first = command("freshtwice.com");
	expect(await openprovider.register(first)).toMatchObject({ state: "succeeded" });
	expect(await openprovider.register({ ...first, opId: "op-other" })).toMatchObject({ error: { code: "2302" } });
	pass(HOUR);
	expect(await openprovider.register(first)).toMatchObject({ ref: first.opId, state: "succeeded" });
	expect(await openprovider.op(first.opId, first)).toMatchObject({ state: "succeeded" });
	expect(await openprovider.op("never", first)).toBeUndefined();
	expect(service.domains).toHaveLength(1);
});

test("the same contact is created once, also if the answer to its creation was lost", async () => {
	const { openprovider, service, pass } = aWorld();
	service.faults.plan("lost", ({ method, url }) => method === "POST" && url.endsWith("/customers"));
	await expect(openprovider.register(command("freshlost.com"))).rejects.toThrow();
	pass(MINUTE);
	expect(await openprovider.register(command("freshlost.com"))).toMatchObject({ state: "succeeded" });
	expect(await openprovider.register(command("freshsame.com"))).toMatchObject({ state: "succeeded" });
	expect(service.customers).toHaveLength(1);
	const registrant = { ...registrantOf(contact), address: "P.O. Box 7-00200" };
	await openprovider.register(command("freshmoved.com", { registrant }));
	await openprovider.register(
		command("freshcode.com", { registrant: { ...registrantOf(contact), postalCode: "00100" } }),
	);
	expect(service.customers).toMatchObject([{}, { address: { zipcode: "00200" } }, { address: { zipcode: "00100" } }]);
});

test("a customer that was deleted at OpenProvider is created again", async () => {
	const { openprovider, service, pass } = aWorld();
	await openprovider.register(command("freshbefore.com"));
	service.customers.length = 0;
	await expect(openprovider.register(command("freshafter.com"))).rejects.toThrow(/331/);
	pass(MINUTE);
	expect(await openprovider.register(command("freshafter.com"))).toMatchObject({ state: "succeeded" });
});

test("a pending registration is polled until it is done or has failed", async () => {
	const { openprovider, service } = aWorld();
	for (const [name, last] of [
		["freshpending.com", "ACT"],
		["freshfailing.com", "FAI"],
	] as const) {
		service.state.nextStatus = "REQ";
		const order = command(name);
		expect(await openprovider.register(order)).toMatchObject({ ref: order.opId, state: "pending" });
		expect(await openprovider.op(order.opId, order)).toMatchObject({ ref: order.opId, state: "pending" });
		service.record(name).status = last;
		expect(await openprovider.op(order.opId, order)).toMatchObject({ state: last === "ACT" ? "succeeded" : "failed" });
	}
	// A failed request does not keep the name from the next order.
	expect(await openprovider.register(command("freshfailing.com", { opId: "op-next" }))).toMatchObject({
		state: "succeeded",
	});
});

/** An order that OpenProvider still has not done two days later. */
async function anOverdueOrder(world: ReturnType<typeof aWorld>, status: string) {
	const name = aName("com");
	const { orderId, user } = await aPaidOrder(world.services, { items: [registration(name)] });
	world.service.state.nextStatus = status;
	expect(await runJobs(world, orderId)).toMatchObject([{ state: "queued" }]);
	world.pass(2 * DAY - MINUTE);
	expect(await runJobs(world, orderId)).toMatchObject([{ state: "queued" }]);
	expect(await runJobs(world, orderId)).toMatchObject([
		{ state: "action_required", note: { reason: { code: "registry_waits" } }, externalRef: expect.any(String) },
	]);
	return { name, orderId, facts: () => overdueFacts(orderId, user.id) };
}

test.each(["REQ", "SCH", "RRQ", "PEN", "NEW"])(
	"an order with the status %s goes to staff once after two days, and is done when OpenProvider is",
	async (status) => {
		const world = aWorld();
		const { name, orderId, facts } = await anOverdueOrder(world, status);
		expect((await facts()).job?.lastError).toContain(status === "PEN" ? "information" : status);
		for (let check = 0; check < 3; check += 1) {
			world.pass(DAY);
			expect((await facts()).nextCheck).toBeLessThanOrEqual(world.time.now);
			expect(await runJobs(world, orderId)).toMatchObject([{ state: "action_required", attempts: 0 }]);
		}
		expect(await facts()).toMatchObject({ toStaff: 1, toCustomer: 1, isOpen: true });
		world.service.faults.plan("error", ({ url }) => url.includes("/domains"));
		expect(await runJobs(world, orderId), "it does not answer").toMatchObject([{ state: "action_required" }]);
		world.service.record(name).status = "ACT";
		for (let run = 0; run < 2; run += 1) {
			world.pass(HOUR);
			expect(await runJobs(world, orderId)).toMatchObject([{ state: "done", note: null, lastError: null }]);
		}
		expect(await domainOf(name)).toMatchObject({ status: "active", registrar: "openprovider" });
		expect(await facts()).toMatchObject({ toStaff: 1, toCustomer: 1, isOpen: false, actives: 1, credits: 0 });
		expect(world.service.domains).toHaveLength(1);
	},
);

test("an order that fails after staff got it becomes credit once", async () => {
	const world = aWorld();
	const { name, orderId, facts } = await anOverdueOrder(world, "REQ");
	world.service.record(name).status = "FAI";
	for (let run = 0; run < 2; run += 1) {
		world.pass(HOUR);
		expect(await runJobs(world, orderId)).toMatchObject([{ state: "done", note: { reason: { code: "refused" } } }]);
	}
	expect(await facts()).toMatchObject({ toStaff: 1, isOpen: false, actives: 0, credits: 1 });
});

test("staff finish an order that takes too long while it is checked, and it is done once", async () => {
	const world = aWorld();
	const { name, orderId, facts } = await anOverdueOrder(world, "REQ");
	const { job } = await facts();
	if (!job) throw new Error("no job");
	world.service.record(name).status = "ACT";
	world.pass(HOUR);
	const expiresAt = addYears(world.time.now, 1);
	const session = await anOwner();
	const completed = world.services.orders.completeJob(job.id, { expiresAt }, session);
	const checked = world.services.orders.runJob(job.id);
	await Promise.all([completed, checked]);
	expect(await runJobs(world, orderId)).toMatchObject([{ state: "done" }]);
	expect(await facts()).toMatchObject({ isOpen: false, actives: 1, credits: 0 });
});

test("a premium name is registered for its fee, and never for more than was paid", async () => {
	const { openprovider, service } = aWorld();
	service.state.premium.set("freshgold.com", { currency: "USD", create: 120.5 });
	const order = (opId: string, maxCost = kes(100_000)) => command("freshgold.com", { opId, maxCost });
	expect(await openprovider.register(order("op-cheap", kes(1_500)))).toMatchObject({ error: { code: "2306" } });
	expect(await openprovider.register(order("op-paid"))).toMatchObject({ state: "succeeded" });
	expect(service.calls.findLast(({ call }) => call === "POST /domains")?.body).toMatchObject({
		accept_premium_fee: 120.5,
	});
	service.state.premium.set("fresheuro.com", { currency: "EUR", create: 90 });
	expect(await openprovider.register(command("fresheuro.com", { maxCost: kes(100_000) }))).toMatchObject({
		state: "action_required",
		action: expect.stringContaining("EUR 90"),
	});
});

test("names without a public lookup are checked at OpenProvider, fifteen at a time", async () => {
	const { service, services } = aWorld();
	const names = Array.from({ length: 16 }, (_, index) => `shop-${index}.co.za`);
	service.state.elsewhere.set("shop-3.co.za", "their-code");
	service.state.premium.set("shop-4.co.za", { currency: "USD", create: 100 });
	service.state.premium.set("shop-5.co.za", { currency: "EUR", create: 100 });
	const answers = await Array.fromAsync(services.registrar.check([...names, "freshshop.com"]));
	const states = Object.fromEntries(answers.map(({ name, state }) => [name, state]));
	expect(states).toMatchObject({
		"shop-0.co.za": "available",
		"shop-15.co.za": "available",
		"freshshop.com": "available",
	});
	expect(states).toMatchObject({ "shop-3.co.za": "taken", "shop-4.co.za": "premium", "shop-5.co.za": "unknown" });
	const { premium } = answers.find(({ name }) => name === "shop-4.co.za") ?? {};
	expect(premium && premium.register.amount / premium.renew.amount).toBe(2);
	expect(service.count("POST /domains/check")).toBe(2);

	service.state.isBlocked = true;
	const blocked = await Array.fromAsync(services.registrar.check(["shop-99.co.za"]));
	expect(blocked).toMatchObject([{ name: "shop-99.co.za", state: "unknown" }]);
});

test("a transfer is followed to its end, and a wrong code asks for another", async () => {
	const { openprovider, service, pass } = aWorld();
	service.state.elsewhere.set("takenshop.com", "right-code");
	const transfer = (opId: string, authCode: string) =>
		openprovider.transferIn({ ...command("takenshop.com"), opId, authCode });
	expect(await transfer("tr-1", "wrong-code")).toMatchObject({ state: "failed", error: { code: "2202" } });
	pass(MINUTE);
	expect(await transfer("tr-2", "right-code")).toMatchObject({ state: "pending" });
	expect(await openprovider.lookUp("takenshop.com")).toBeUndefined();
	pass(5 * DAY);
	service.finish("takenshop.com");
	expect(await openprovider.op("tr-2", command("takenshop.com"))).toMatchObject({ state: "succeeded" });
	expect(await openprovider.lookUp("takenshop.com")).toMatchObject({ name: "takenshop.com" });
	const free = { ...command("freshnobody.com"), opId: "tr-3", authCode: "any-code" };
	expect(await openprovider.transferIn(free)).toMatchObject({ error: { code: "2303" } });
});

test("a renewal whose answer was lost adds one term", async () => {
	const world = aWorld();
	const { domain, name } = await aRegisteredName(world);
	const renew = { ...domain, opId: "renew-lost", years: 1, currentExpiry: domain.expiresAt ?? 0 };
	world.service.faults.plan("lost", ({ url }) => url.endsWith("/renew"));
	await expect(world.openprovider.renew(renew)).rejects.toThrow();
	world.pass(30 * SECOND);
	const expiry = addYears(domain.expiresAt ?? 0, 1);
	expect(await world.openprovider.renew(renew)).toMatchObject({ state: "succeeded", expiry });
	expect(await world.openprovider.op("renew-lost", domain)).toMatchObject({ state: "succeeded", expiry });
	expect(world.service.count(`POST /domains/${world.service.record(name).id}/renew`)).toBe(1);
});

test("a renewal is refused if the name has another expiry, or another order renews it", async () => {
	const world = aWorld();
	const { domain } = await aRegisteredName(world);
	const renew = { ...domain, opId: "renew-1", years: 1, currentExpiry: domain.expiresAt ?? 0 };
	const [first, second] = await Promise.all([
		world.openprovider.renew(renew),
		world.openprovider.renew({ ...renew, opId: "renew-2" }).catch(String),
	]);
	expect(first).toMatchObject({ state: "succeeded" });
	expect(second).toMatchObject({ state: "failed", error: { code: "2105" } });
	expect(await world.openprovider.renew({ ...renew, opId: "renew-3" })).toMatchObject({ error: { code: "2105" } });
	expect(world.service.calls.filter(({ call }) => call.endsWith("/renew"))).toHaveLength(1);
});

test("a renewal that was not done is sent again, and only after OpenProvider had time to show it", async () => {
	const world = aWorld();
	const { domain } = await aRegisteredName(world);
	const renew = { ...domain, opId: "renew-silent", years: 1, currentExpiry: domain.expiresAt ?? 0 };
	world.service.faults.plan("silent", ({ url }) => url.endsWith("/renew"));
	await expect(world.openprovider.renew(renew)).rejects.toThrow();
	world.pass(MINUTE);
	expect(await world.openprovider.renew(renew)).toMatchObject({ state: "pending" });
	world.pass(20 * MINUTE);
	expect(await world.openprovider.renew(renew)).toMatchObject({ state: "succeeded" });
});

test("a name in quarantine is renewed by restoring it, and later only by a restore", async () => {
	const world = aWorld();
	const { domain, name } = await aRegisteredName(world);
	const end = domain.expiresAt ?? 0;
	world.time.now = end + 3 * DAY;
	world.service.quarantine(name, { soft: end + 30 * DAY, hard: end + 60 * DAY });
	expect(await world.openprovider.info(domain)).toMatchObject({ expiry: end });
	const renew = { ...domain, opId: "renew-late", years: 1, currentExpiry: end };
	expect(await world.openprovider.renew(renew)).toMatchObject({ state: "pending" });
	world.service.finish(name);
	expect(await world.openprovider.op("renew-late", domain)).toMatchObject({
		state: "succeeded",
		expiry: addYears(end, 1),
	});

	const next = addYears(end, 1);
	world.time.now = next + 40 * DAY;
	world.service.quarantine(name, { soft: next + 30 * DAY, hard: next + 60 * DAY });
	const held = { ...domain, currentExpiry: next };
	expect(await world.openprovider.renew({ ...held, opId: "renew-2304", years: 1 })).toMatchObject({
		error: { code: "2304" },
	});
	expect(await world.openprovider.restore({ ...held, opId: "restore" })).toMatchObject({ state: "pending" });
	world.service.finish(name);
	expect(await world.openprovider.restore({ ...held, opId: "restore" })).toMatchObject({
		state: "succeeded",
		expiry: addYears(next, 1),
	});
	expect(world.service.calls.filter(({ call }) => call.endsWith("/restore"))).toHaveLength(2);

	world.time.now = addYears(next, 1) + 61 * DAY;
	world.service.quarantine(name, { soft: world.time.now - 30 * DAY, hard: world.time.now - DAY });
	expect(await world.openprovider.info(domain)).toBe("not_held");
});

test("lock, privacy, nameservers and contacts are sent once, and the authorization code is read", async () => {
	const world = aWorld();
	const { domain, name, owner } = await aRegisteredName(world);
	const record = world.service.record(name);
	const hosts = [`ns1.${name}`, "ns2.example.net"];
	const { domainManagement: manage } = world.services;
	const rows = [
		{ host: hosts[0] ?? "", addresses: "192.0.2.7, 2001:db8::7" },
		{ host: hosts[1] ?? "", addresses: "" },
	];
	expect(await manage.setNameservers({ ...owner, confirmedFrom: 0 }, domain.id, rows)).toMatchObject({ ok: true });
	expect(await manage.sync(domain.id)).toBe("done");
	expect(record).toMatchObject({
		is_locked: true,
		name_servers: [
			{ name: hosts[0], ip: "192.0.2.7", ip6: "2001:db8::7", seq_nr: 0 },
			{ name: hosts[1], seq_nr: 1 },
		],
	});
	const registrant = { ...registrantOf(contact), email: "new@example.com" };
	const settings = { nameservers: hosts, glue: [], ds: null, locked: false, privacy: false };
	const contacts = { registrant, admin: null, tech: null };
	expect(await world.openprovider.update(domain, { ...settings, contacts })).toBe("done");
	expect(record).toMatchObject({ is_locked: false, is_private_whois_enabled: false, owner_handle: "AO100001-KE" });
	const puts = world.service.count("PUT ");
	expect(await world.openprovider.update(domain, { ...settings, contacts })).toBe("done");
	expect(world.service.count("PUT ")).toBe(puts);
	record.modify_owner_allowed = false;
	const other = { ...contacts, registrant: { ...registrant, lastName: "Wanjiru" } };
	expect(await world.openprovider.update(domain, { ...settings, contacts: other })).toBe("by_hand");
	const { auth_code: code } = record;
	expect(await world.openprovider.authCode(domain)).toEqual({ code });
	expect(await world.openprovider.resetAuthCode(domain)).toBe("done");
	expect(record.auth_code).not.toBe(code);
});

test("all domains are listed by pages, however many OpenProvider sends at once", async () => {
	const world = aWorld();
	const names: string[] = [];
	for (let index = 0; index < 3; index += 1) names.push((await aRegisteredName(world)).name);
	world.service.record(names[1] ?? "").status = "TRAN";
	world.service.state.mostListed = 2;
	const pages = [await world.openprovider.list?.(null)];
	pages.push(await world.openprovider.list?.(pages[0]?.next ?? ""));
	expect(pages[1]?.next).toBeNull();
	const listed = pages.flatMap((page) => page?.registrations ?? []);
	expect(listed.map(({ name }) => name)).toEqual([names[0], names[2]]);
	for (const one of listed) expect(one).toEqual(await world.openprovider.lookUp(one.name));
});

test("the nightly comparison reads the list, and asks for what it leaves out", async () => {
	const world = aWorld();
	const { service, services } = world;
	const first = await aRegisteredName(world);
	const second = await aRegisteredName(world);
	await env.DB.exec("delete from task_positions");
	await env.DB.exec(
		`update domains set updated_at = 0, status = 'released' where name not in ('${first.name}', '${second.name}')`,
	);
	await env.DB.exec("update domains set updated_at = 0");
	await env.DB.exec("delete from outbox where kind = 'domain.sync'");
	service.record(second.name).is_locked = true;
	const calls = service.count("GET /domains");
	await services.registrationComparison.run();
	expect(service.count("GET /domains")).toBe(calls + 1);
	const [pushed] = (
		await env.DB.prepare("select payload from outbox where kind = 'domain.sync' and state = 'new'").all()
	).results;
	expect(pushed?.payload).toContain(first.domain.id);
});

test("DNSSEC sends the zone's key once, and takes it away again", async () => {
	const world = aWorld();
	const { domain, name, owner } = await aRegisteredName(world);
	const { domainManagement: manage, dns } = world.services;
	const confirmed = { ...owner, confirmedFrom: 0 };
	const record = world.service.record(name);
	expect(await manage.setDnssec(confirmed, domain.id, true)).toMatchObject({ ok: true });
	expect(await dns.publish(domain.id)).toBe("published");
	expect(await manage.sync(domain.id)).toBe("done");
	const signed = await domainOf(name);
	expect(signed).toMatchObject({ dnssec: "active", ds: [{ key: { flags: 257, algorithm: 13 } }] });
	const { flags, algorithm: alg, publicKey = "" } = signed?.ds?.[0]?.key ?? {};
	expect(record).toMatchObject({
		is_dnssec_enabled: true,
		dnssec_keys: [{ flags, alg, protocol: 3, pub_key: publicKey }],
	});
	// As OpenProvider shows long keys.
	record.dnssec_keys = [
		{ flags: 257, alg: 13, protocol: 3, pub_key: `${publicKey.slice(0, 30)} ${publicKey.slice(30)}` },
	];
	const puts = world.service.count("PUT ");
	expect(await manage.sync(domain.id)).toBe("done");
	expect(world.service.count("PUT ")).toBe(puts);
	expect(await manage.setDnssec(confirmed, domain.id, false)).toMatchObject({ ok: true });
	expect(await manage.sync(domain.id)).toBe("done");
	expect(record).toMatchObject({ is_dnssec_enabled: false, dnssec_keys: [] });
	expect(await domainOf(name)).toMatchObject({ dnssec: "expiring" });
});

test("a customer approves a transfer away at OpenProvider, and learns where the registrant can reject it", async () => {
	const world = aWorld();
	const { domain, name, owner } = await aRegisteredName(world);
	const { domainManagement: manage, portfolio } = world.services;
	const leaving = { to: null, requestedAt: null, until: null, answers: ["approve"] };
	const row = async () => {
		const found = await portfolio.find(owner, domain.id);
		if (!found) throw new Error("no domain");
		return found;
	};
	world.service.state.leaving.add(name);
	expect(await manage.outgoing(await row()), "it is locked").toBeNull();
	await env.DB.prepare("update domains set locked = 0 where id = ?").bind(domain.id).run();
	expect(await manage.outgoing(await row())).toEqual(leaving);
	expect(await manage.rejectTransfer(owner, domain.id)).toMatchObject({
		error: { kind: "conflict", message: expect.stringContaining("by the link in our registrar's email") },
	});
	expect(world.service.count(`POST /domains/${domain.registryId}/transfer`)).toBe(0);
	world.service.state.leaving.clear();
	expect(await world.openprovider.answerOutgoing?.(domain, "approve"), "it has ended").toBe("by_hand");
	world.service.state.leaving.add(name);
	expect(await manage.approveTransfer(owner, domain.id)).toMatchObject({ ok: true });
	expect(world.service.record(name).status).toBe("TRAN");
	expect(await portfolio.find(owner, domain.id)).toBeNull();
});

test("calls about a name that is gone change nothing", async () => {
	const world = aWorld();
	const { domain, name } = await aRegisteredName(world);
	const settings = { nameservers: [], glue: [], ds: null, locked: false, privacy: true, contacts: null };
	const all = async (held: typeof domain) => [
		await world.openprovider.info(held),
		await world.openprovider.update(held, settings),
		await world.openprovider.authCode(held),
		await world.openprovider.resetAuthCode(held),
		await world.openprovider.remove(held),
	];
	const gone = Array(5).fill("not_held");
	expect(await all({ ...domain, registryId: "999" })).toEqual(gone);
	const elsewhere = { ...domain, name: "registered-by-hand.com", registryId: null };
	await expect(world.openprovider.info(elsewhere)).rejects.toThrow(/does not list/);
	expect(await world.openprovider.departure?.(domain)).toBe("unknown");
	world.service.record(name).status = "TRAN";
	expect(await all(domain)).toEqual(gone);
	expect(await world.openprovider.departure?.(domain)).toBe("transferred");
	world.service.record(name).status = "ACT";
	world.service.faults.plan("error");
	await expect(world.openprovider.info(domain)).rejects.toThrow(/HTTP 500/);
	expect(await world.openprovider.remove(domain)).toBe("done");
	expect(world.service.record(name).status).toBe("DEL");
});

test("times are Amsterdam's, in summer and in winter", () => {
	expect(amsterdamTime("2027-11-23 10:00:00")).toBe(Date.UTC(2027, 10, 23, 9));
	expect(amsterdamTime("2027-07-01 00:30:00")).toBe(Date.UTC(2027, 5, 30, 22, 30));
	expect(amsterdamTime("2027-03-28 03:00:00")).toBe(Date.UTC(2027, 2, 28, 1));
	for (const text of ["", "0000-00-00 00:00:00", "2027-11-23", "soon"]) expect(amsterdamTime(text), text).toBeNull();
	expect(amsterdam(Date.UTC(2026, 10, 23, 9))).toBe("2026-11-23 10:00:00");
});
