import { env } from "cloudflare:workers";
import { beforeEach, expect, test, vi } from "vitest";
import { createDatabase } from "~/db/client.server";
import { isRecheckDue } from "~/db/comparison-marks.server";
import { nightOf } from "~/db/comparison-round";
import { registrantOf } from "~/features/orders/contact-details";
import { addYears } from "~/lib/add-years";
import { DAY, HOUR, MINUTE } from "~/lib/durations";
import { kes } from "~/lib/money";
import { createD1RateLimiter } from "~/platform/rate-limit/d1-rate-limiter.server";
import type { RegisterCommand, RegistrationSettings } from "~/platform/registrar/registrar";
import { createRegistrars } from "~/platform/registrar/registrars";
import { createResellerClubRegistrar } from "~/platform/registrar/resellerclub/resellerclub";
import { createSandboxRegistrar } from "~/platform/registrar/sandbox";
import { createServices } from "~/services.server";
import { createResellerClub } from "../services/resellerclub";
import { aName, contact, quietServices, registration } from "../support/orders";
import {
	aPaidOrder,
	aRegisteredName,
	checkedPart,
	creditsOf,
	deleteStaffEmails,
	domainOf,
	runJobs,
	staffEmails,
} from "../support/registrar-orders";

const db = createDatabase(env.DB);
const apiKey = "key-of-the-tests";

beforeEach(async () => {
	for (const table of ["registrar_problems", "registrar_orders", "registrar_contacts", "rate_counters"])
		await env.DB.exec(`delete from ${table}`);
});

/** ResellerClub, and a shop that registers all its names there. */
function aWorld() {
	const time = { now: Date.UTC(2026, 10, 23, 9) };
	const clock = () => time.now;
	const service = createResellerClub({ clock, apiKey });
	const resellerclub = createResellerClubRegistrar({
		...{ db, clock, fetch: service.fetch, url: "https://reseller.test/api", resellerId: "123456", apiKey },
		...{ timeoutMs: 200, rateLimiter: createD1RateLimiter({ db, clock }) },
	});
	const registrar = createRegistrars({
		routes: [{ id: "resellerclub", tlds: ["*"] }],
		adapters: { resellerclub },
		lookups: createSandboxRegistrar({ db, clock, wait: async () => {} }),
		hasLookup: (name) => !name.endsWith(".co.za"),
	});
	const services = quietServices({ registrar, clock });
	return { time, service, resellerclub, services, pass: (ms: number) => (time.now += ms) };
}

const command = (name: string, more: Partial<RegisterCommand> = {}): RegisterCommand => ({
	...{ opId: `op-${name}`, name, registrar: "resellerclub", years: 1, registrant: registrantOf(contact) },
	...{ nameservers: ["ns1.kikoa.example", "ns2.kikoa.example"], ...more },
});

test("the check of a registrant is followed, and its email sent again", async () => {
	const world = aWorld();
	const { resellerclub, service, time } = world;
	const { domain, name } = await aRegisteredName(world);
	const check = () => resellerclub.registrantCheck?.(domain);
	expect(await check(), "an extension without checks").toBeUndefined();
	const raa = { status: "Pending", start: time.now };
	service.record(name).raa = raa;
	const deadline = time.now + 15 * DAY;
	expect(await check()).toEqual({ state: "pending", deadline });
	expect(await resellerclub.sendRegistrantCheck?.(domain)).toBe("sent");
	expect(service.count("POST domains/raa/resend-verification")).toBe(1);
	raa.status = "Suspended";
	expect(await check()).toEqual({ state: "suspended", deadline });
	raa.status = "Verified";
	expect(await check()).toMatchObject({ state: "verified" });
	await expect(resellerclub.sendRegistrantCheck?.(domain)).rejects.toThrow("did not send the email");
});

test("prices and the balance are in the currency in which our parent sells to us", async () => {
	const { service, resellerclub } = aWorld();
	const cno = { currency: "INR", register: 64_900, renew: 69_950, transfer: 64_900, restore: 500_000 };
	expect(await resellerclub.costs?.(["com", "info", "co.ke"])).toEqual([
		{ tld: "com", ...cno },
		{ tld: "info", currency: "INR", register: 129_900, renew: 139_900, transfer: null, restore: null },
	]);
	service.state.balance = 4_999.5;
	expect(await resellerclub.balance?.()).toEqual({ amount: 499_950, currency: "INR" });
});

test("a paid name is registered at ResellerClub and active in the account", async () => {
	const world = aWorld();
	const { service, time } = world;
	const start = time.now;
	const { name, domain } = await aRegisteredName(world, 2);
	expect(domain).toMatchObject({ status: "active", registrar: "resellerclub", expiresAt: addYears(start, 2) });
	expect(domain.registryId).toBe(service.record(name).orderid);
	expect(service.record(name)).toMatchObject({ ns: ["ns1.kikoa.example", "ns2.kikoa.example"], isPrivate: true });
	expect(service.last("POST domains/register")).toMatchObject({
		...{ years: "2", "invoice-option": "NoInvoice", "auto-renew": "false" },
	});
	expect(service.customers).toMatchObject([{ company: "N/A", state: "Not Applicable", country: "KE" }]);
	expect(service.contacts).toMatchObject([
		{ name: "Amina Otieno", "phone-cc": "254", phone: "712345678", zipcode: "00000", type: "Contact" },
	]);
	for (const { call, url } of service.calls) if (call.startsWith("POST")) expect(url).not.toContain(apiKey);
});

test("a registration whose answer was lost is not sent again", async () => {
	const world = aWorld();
	const name = aName("com");
	const order = await aPaidOrder(world.services, { items: [registration(name)] });
	world.service.faults.plan("lost", ({ url }) => url.includes("/domains/register"));
	expect(await runJobs(world, order.orderId)).toMatchObject([{ state: "queued" }]);
	expect(await runJobs(world, order.orderId)).toMatchObject([{ state: "done" }]);
	expect(world.service.count("POST domains/register")).toBe(1);
	expect(await domainOf(name)).toMatchObject({ status: "active" });
});

test.each(["error", "silent"] as const)("a registration that was not done (%s) is sent again later", async (fault) => {
	const world = aWorld();
	const name = aName("com");
	const order = await aPaidOrder(world.services, { items: [registration(name)] });
	world.service.faults.plan(fault, ({ url }) => url.includes("/domains/register"));
	for (let run = 0; run < 4; run += 1) {
		await runJobs(world, order.orderId);
		world.pass(10 * MINUTE);
	}
	expect(await domainOf(name)).toMatchObject({ status: "active" });
	expect(world.service.orders).toHaveLength(1);
});

test.each([
	[200, { status: "ERROR", message: "The name is already registered" }],
	[500, { status: "error", error: "The name is already registered" }],
	[200, { status: "Failed", actionstatusdesc: "The name is already registered" }],
] as const)("a refusal (HTTP %s, %o) ends the order, and its price becomes credit", async (refusalStatus, refusal) => {
	const world = aWorld();
	const order = await aPaidOrder(world.services, { items: [registration(aName("com"))] });
	world.service.state.refusalStatus = refusalStatus;
	world.service.customers.push({ customerid: "1", username: "amina@example.com" });
	world.service.state.refusals.set("domains/register", refusal);
	expect(await runJobs(world, order.orderId)).toMatchObject([
		{ state: "done", note: { reason: { code: "registered_by_other" } } },
	]);
	expect(await creditsOf(order.user.id)).toHaveLength(1);
});

test("staff check a refusal that is not known, and a name that needs additional data", async () => {
	const { resellerclub, service } = aWorld();
	service.state.refusals.set("domains/register", { status: "ERROR", message: "{zipcode=Invalid}" });
	expect(await resellerclub.register(command("freshzip.com"))).toMatchObject({
		state: "action_required",
		action: expect.stringContaining("{zipcode=Invalid}"),
	});
	expect(await resellerclub.register(command("freshshop.us"))).toMatchObject({ state: "action_required" });
	expect(service.count("POST domains/register")).toBe(1);
});

test("two orders of one name register it once, and the second is refused", async () => {
	const { resellerclub, service, pass } = aWorld();
	const first = command("freshtwice.com");
	expect(await resellerclub.register(first)).toMatchObject({ state: "succeeded" });
	expect(await resellerclub.register({ ...first, opId: "op-other" })).toMatchObject({ error: { code: "2302" } });
	pass(HOUR);
	expect(await resellerclub.register(first)).toMatchObject({ ref: first.opId, state: "succeeded" });
	expect(await resellerclub.op("never", first)).toBeUndefined();
	expect(service.orders).toHaveLength(1);

	const [one, other] = await Promise.all(
		["op-one", "op-two"].map((opId) => resellerclub.register(command("freshrace.com", { opId })).catch(String)),
	);
	expect([one, other]).toContainEqual(expect.objectContaining({ state: "succeeded" }));
	expect(service.orders).toHaveLength(2);
});

test("an order that waits is polled until it is done or has failed", async () => {
	const { resellerclub, service, pass, time } = aWorld();
	service.state.next = "waiting";
	const order = command("freshwaiting.com");
	const since = time.now;
	const waiting = { state: "pending", since, action: expect.stringContaining("still waits") };
	expect(await resellerclub.register(order)).toMatchObject(waiting);
	pass(MINUTE);
	expect(await resellerclub.op(order.opId, order)).toMatchObject(waiting);
	expect(await resellerclub.lookUp(order.name)).toBeUndefined();
	service.finish(order.name);
	expect(await resellerclub.op(order.opId, order)).toMatchObject({ state: "succeeded" });
	pass(MINUTE);
	service.state.next = "Failed";
	expect(await resellerclub.register(command("freshfailing.com"))).toMatchObject({
		...{ state: "action_required", action: expect.stringContaining("The registry refused the name") },
	});
});

test.each([200, 500] as const)(
	"a refused key or address (HTTP %s) stops calls and tells staff once",
	async (status) => {
		await deleteStaffEmails();
		const world = aWorld();
		const { service } = world;
		Object.assign(service.state, { refusalStatus: status, apiKey: "another" });
		const order = await aPaidOrder(world.services, { items: [registration(aName("com"))] });
		for (let run = 0; run < 4; run += 1)
			expect(await runJobs(world, order.orderId)).toMatchObject([{ state: "queued", attempts: 0 }]);
		expect(await staffEmails("credentials")).toHaveLength(1);
		expect(service.calls.length).toBeLessThanOrEqual(1 + (world.time.now - Date.UTC(2026, 10, 23, 9)) / (15 * MINUTE));
		service.state.apiKey = apiKey;
		world.pass(HOUR);
		for (let run = 0; run < 3; run += 1) await runJobs(world, order.orderId);
		expect(await runJobs(world, order.orderId)).toMatchObject([{ state: "done" }]);
	},
);

test("ResellerClub fails its health part while it does not answer", async () => {
	const world = aWorld();
	const health = () => checkedPart(world, "Registrar: resellerclub");
	vi.spyOn(console, "warn").mockImplementation(() => {});
	for (let call = 0; call < 2; call += 1) world.service.faults.plan("silent");
	expect(await health()).toMatchObject({ state: "failing", isNeeded: true, reason: "timeout" });
	expect(await health()).toMatchObject({ state: "working" });
});

test("a renewal that waits for funds is sent once, and staff are told", async () => {
	await deleteStaffEmails();
	const world = aWorld();
	const { domain } = await aRegisteredName(world);
	const renew = { ...domain, opId: "renew-poor", years: 1, currentExpiry: domain.expiresAt ?? 0 };
	world.service.state.balance = 0;
	expect(await world.resellerclub.renew(renew)).toMatchObject({ state: "pending" });
	expect(await staffEmails("balance")).toHaveLength(1);
	world.pass(HOUR);
	expect(await world.resellerclub.op("renew-poor", domain)).toMatchObject({ state: "pending" });
	world.service.fund(100);
	const expiry = addYears(domain.expiresAt ?? 0, 1);
	expect(await world.resellerclub.renew(renew)).toMatchObject({ state: "succeeded", expiry });
	expect(world.service.count("POST domains/renew")).toBe(1);
});

test("a renewal whose answer was lost adds one term, and one from another date none", async () => {
	const world = aWorld();
	const { domain } = await aRegisteredName(world);
	const currentExpiry = domain.expiresAt ?? 0;
	const renew = { ...domain, opId: "renew-lost", years: 1, currentExpiry };
	world.service.faults.plan("lost", ({ url }) => url.includes("/domains/renew"));
	await expect(world.resellerclub.renew(renew)).rejects.toThrow();
	world.pass(MINUTE);
	const expiry = addYears(currentExpiry, 1);
	expect(await world.resellerclub.renew(renew)).toMatchObject({ state: "succeeded", expiry });
	expect(world.service.last("POST domains/renew")).toMatchObject({ "exp-date": String(currentExpiry / 1_000) });
	expect(await world.resellerclub.renew({ ...renew, opId: "renew-2" })).toMatchObject({ error: { code: "2105" } });
	expect(world.service.count("POST domains/renew")).toBe(1);
	expect(await world.resellerclub.renew({ ...renew, opId: "renew-3", registryId: "9" })).toMatchObject({
		error: { code: "2201" },
	});
});

test("a name in redemption is restored, not renewed", async () => {
	const world = aWorld();
	const { domain, name } = await aRegisteredName(world);
	const currentExpiry = domain.expiresAt ?? 0;
	expect(await world.resellerclub.restore({ ...domain, opId: "early", currentExpiry })).toMatchObject({
		error: { code: "2304" },
	});
	world.time.now = currentExpiry + 45 * DAY;
	world.service.record(name).currentstatus = "Pending Delete Restorable";
	expect(await world.resellerclub.info(domain)).toMatchObject({ expiry: currentExpiry });
	expect(await world.resellerclub.renew({ ...domain, opId: "late", years: 1, currentExpiry })).toMatchObject({
		error: { code: "2304" },
	});
	expect(await world.resellerclub.restore({ ...domain, opId: "restore", currentExpiry })).toMatchObject({
		state: "succeeded",
		expiry: addYears(currentExpiry, 1),
	});
	world.service.record(name).currentstatus = "Deleted";
	expect(await world.resellerclub.info(domain)).toBe("not_held");
});

test("a transfer is checked first, followed to its end, and a wrong code asks for another", async () => {
	const { resellerclub, service, pass } = aWorld();
	service.state.elsewhere.set("takenshop.com", "right-code").set("stuckshop.com", "code");
	service.state.stuck.add("stuckshop.com");
	const transfer = (name: string, opId: string, authCode: string) =>
		resellerclub.transferIn({ ...command(name), opId, authCode });
	expect(await transfer("stuckshop.com", "tr-0", "code")).toMatchObject({ error: { code: "2304" } });
	expect(await transfer("freshnobody.com", "tr-1", "code")).toMatchObject({ error: { code: "2303" } });
	expect(await transfer("takenshop.com", "tr-2", "wrong")).toMatchObject({ error: { code: "2202" } });
	pass(MINUTE);
	expect(await transfer("takenshop.com", "tr-3", "right-code")).toMatchObject({ state: "pending" });
	pass(5 * DAY);
	expect(await resellerclub.op("tr-3", command("takenshop.com"))).toMatchObject({ state: "pending" });
	service.finish("takenshop.com");
	expect(await resellerclub.op("tr-3", command("takenshop.com"))).toMatchObject({ state: "succeeded" });

	service.state.elsewhere.set("refusedshop.com", "right-code");
	expect(await transfer("refusedshop.com", "tr-4", "right-code")).toMatchObject({ state: "pending" });
	pass(3 * DAY);
	service.record("refusedshop.com").currentstatus = "Archived";
	expect(await resellerclub.op("tr-4", command("refusedshop.com"))).toMatchObject({ error: { code: "2304" } });
});

test("lock, privacy, nameservers and contacts are sent once, and the authorization code is read or made", async () => {
	const world = aWorld();
	const { domain, name } = await aRegisteredName(world);
	const record = world.service.record(name);
	const hosts = [`ns1.${name}`, "ns2.example.net"];
	const registrant = { ...registrantOf(contact), lastName: "Wanjiru" };
	const settings: RegistrationSettings = {
		...{ nameservers: hosts, ds: null, locked: true, privacy: false },
		glue: [{ host: `ns1.${name}`, addresses: ["192.0.2.7", "2001:db8::7"] }],
		contacts: { registrant, admin: null, tech: null },
	};
	expect(await world.resellerclub.update(domain, settings)).toBe("done");
	expect(record).toMatchObject({ ns: hosts, orderstatus: ["transferlock"], isPrivate: false });
	expect(record.cns).toEqual({ [`ns1.${name}`]: ["192.0.2.7", "2001:db8::7"] });
	expect(world.service.contacts).toMatchObject([{}, { name: "Amina Wanjiru" }]);
	const posts = () => world.service.calls.filter(({ call }) => call.startsWith("POST")).length;
	const before = posts();
	expect(await world.resellerclub.update(domain, settings)).toBe("done");
	world.service.approve(name);
	expect(await world.resellerclub.update(domain, settings)).toBe("done");
	expect(posts()).toBe(before);

	const glue = [{ host: `ns1.${name}`, addresses: ["192.0.2.8"] }];
	record.hasPrivacy = false;
	const changed = { ...settings, glue, locked: false, privacy: true };
	expect(await world.resellerclub.update(domain, changed)).toBe("done");
	expect(record).toMatchObject({ cns: { [`ns1.${name}`]: ["192.0.2.8"] }, orderstatus: [], isPrivate: true });
	expect(await world.resellerclub.authCode(domain)).toEqual({ code: record.domsecret });
	record.domsecret = "";
	expect(await world.resellerclub.authCode(domain)).toEqual({ code: expect.stringMatching(/^.{14}$/) });
	expect(record.domsecret).not.toBe("");
	const { domsecret } = record;
	expect(await world.resellerclub.resetAuthCode(domain)).toBe("done");
	expect(record.domsecret).not.toBe(domsecret);
});

test("staff make a change that ResellerClub refuses, and one during another change is tried again", async () => {
	const world = aWorld();
	const { domain, name } = await aRegisteredName(world);
	const settings = {
		nameservers: ["ns1.example.net"],
		glue: [],
		ds: null,
		locked: true,
		privacy: true,
		contacts: null,
	};
	const warn = vi.spyOn(console, "warn").mockImplementation(() => {});
	world.service.state.refusals.set("modify-ns", {
		status: "ERROR",
		message: "ns1.example.net is not a valid Nameserver",
	});
	expect(await world.resellerclub.update(domain, settings)).toBe("by_hand");
	expect(world.service.record(name).orderstatus).toEqual(["transferlock"]);
	expect(warn).toHaveBeenCalledOnce();
	warn.mockRestore();
	world.service.state.refusals.set("modify-ns", { status: "Failed", actionstatusdesc: "Order Locked In Processing." });
	await expect(world.resellerclub.update(domain, settings)).rejects.toThrow(/Locked/);
	expect(await world.resellerclub.update(domain, settings)).toBe("done");
});

test("DNSSEC sends the DS record, and takes it away again", async () => {
	const world = aWorld();
	const { domain, name, owner } = await aRegisteredName(world);
	const { domainManagement: manage, dns } = world.services;
	const confirmed = { ...owner, confirmedFrom: 0 };
	const record = world.service.record(name);
	expect(await manage.setDnssec(confirmed, domain.id, true)).toMatchObject({ ok: true });
	expect(await dns.publish(domain.id)).toBe("published");
	expect(await manage.sync(domain.id)).toBe("done");
	const signed = await domainOf(name);
	const [ds] = signed?.ds ?? [];
	expect(signed).toMatchObject({ dnssec: "active" });
	expect(record.dnssec).toEqual([{ keytag: String(ds?.keyTag), algorithm: "13", digesttype: "2", digest: ds?.digest }]);
	expect(await manage.sync(domain.id)).toBe("done");
	expect(world.service.count("POST domains/add-dnssec")).toBe(1);
	expect(await manage.setDnssec(confirmed, domain.id, false)).toMatchObject({ ok: true });
	expect(await manage.sync(domain.id)).toBe("done");
	expect(record.dnssec).toEqual([]);
	expect(await domainOf(name)).toMatchObject({ dnssec: "expiring" });
});

test("an extension whose DS records ResellerClub does not take has no DNSSEC", async () => {
	const { resellerclub } = aWorld();
	await resellerclub.register(command("freshshop.shop"));
	expect((await resellerclub.lookUp("freshshop.shop"))?.signed).toBeUndefined();
});

test("calls about a name that is gone change nothing, and errors do not contain the key", async () => {
	const world = aWorld();
	const { domain, name } = await aRegisteredName(world);
	const settings = { nameservers: [], glue: [], ds: null, locked: false, privacy: true, contacts: null };
	const all = async (held: typeof domain) => [
		await world.resellerclub.info(held),
		await world.resellerclub.update(held, settings),
		await world.resellerclub.authCode(held),
		await world.resellerclub.resetAuthCode(held),
		await world.resellerclub.remove(held),
	];
	const gone = Array(5).fill("not_held");
	expect(await all({ ...domain, registryId: "999" })).toEqual(gone);
	world.service.record(name).currentstatus = "Archived";
	expect(await all(domain)).toEqual(gone);
	world.service.record(name).currentstatus = "Active";
	const unlisted = { ...domain, name: "registered-by-hand.com", registryId: null };
	await expect(world.resellerclub.info(unlisted)).rejects.toThrow(/does not list/);
	for (const fault of ["error", "silent", "lost"] as const) {
		world.service.faults.plan(fault);
		const error = await world.resellerclub.info(domain).then(
			() => undefined,
			(reason: unknown) => reason,
		);
		expect(error, fault).toBeInstanceOf(Error);
		expect(String((error as Error).stack)).not.toContain(apiKey);
	}
});

test("a page instead of an answer is no answer, also with HTTP 200", async () => {
	const world = aWorld();
	const { domain } = await aRegisteredName(world);
	const settings = {
		nameservers: ["ns1.example.net"],
		glue: [],
		ds: null,
		locked: true,
		privacy: true,
		contacts: null,
	};
	const { fetch } = world.service;
	const resellerclub = createResellerClubRegistrar({
		...{ db, clock: () => world.time.now, url: "https://reseller.test/api", resellerId: "123456", apiKey },
		rateLimiter: createD1RateLimiter({ db, clock: () => world.time.now }),
		fetch: async (url, init) => (init.method === "POST" ? new Response("<html>") : fetch(url, init)),
	});
	await expect(resellerclub.update(domain, settings)).rejects.toThrow(/domains\/modify-ns can't be read/);
});

test("a deleted name can be ordered again at once", async () => {
	const world = aWorld();
	const { domain, name } = await aRegisteredName(world);
	world.service.record(name).allowdeletion = false;
	expect(await world.resellerclub.remove(domain)).toBe("by_hand");
	world.service.record(name).allowdeletion = true;
	expect(await world.resellerclub.remove(domain)).toBe("done");
	expect(await world.resellerclub.info(domain)).toBe("not_held");
	world.pass(MINUTE);
	expect(await world.resellerclub.register(command(name, { opId: "again" }))).toMatchObject({ state: "succeeded" });
});

test("a contact or customer is created once, and again if it was deleted there", async () => {
	const { resellerclub, service, pass } = aWorld();
	service.faults.plan("lost", ({ url }) => url.includes("/customers/v2/signup"));
	await expect(resellerclub.register(command("freshlost.com"))).rejects.toThrow();
	pass(MINUTE);
	expect(await resellerclub.register(command("freshlost.com"))).toMatchObject({ state: "succeeded" });
	expect(await resellerclub.register(command("freshsame.com"))).toMatchObject({ state: "succeeded" });
	expect([service.customers.length, service.contacts.length]).toEqual([1, 1]);
	service.contacts.length = 0;
	await expect(resellerclub.register(command("freshafter.com"))).rejects.toThrow(/contactid is invalid/);
	pass(MINUTE);
	expect(await resellerclub.register(command("freshafter.com"))).toMatchObject({ state: "succeeded" });
});

test("names without a public lookup are checked at ResellerClub, and premium names cost what was paid", async () => {
	const { service, services, resellerclub, pass } = aWorld();
	service.state.elsewhere.set("shop-3.co.za", "code");
	service.state.premium.set("shop-4.co.za", { create: 100, renew: 50, sellingCurrencySymbol: "USD" });
	service.state.premium.set("shop-5.co.za", { create: 100, renew: 50, sellingCurrencySymbol: "INR" });
	const names = Array.from({ length: 11 }, (_, index) => `shop-${index}.co.za`);
	const answers = await Array.fromAsync(services.registrar.check(names));
	const states = Object.fromEntries(answers.map(({ name, state }) => [name, state]));
	expect(states).toMatchObject({ "shop-0.co.za": "available", "shop-10.co.za": "available" });
	expect(states).toMatchObject({ "shop-3.co.za": "taken", "shop-4.co.za": "premium", "shop-5.co.za": "unknown" });
	expect(service.count("GET domains/available")).toBe(2);
	const order = (opId: string, maxCost: number) =>
		resellerclub.register(command("shop-4.co.za", { opId, maxCost: kes(maxCost) }));
	expect(await order("op-cheap", 1_500)).toMatchObject({ error: { code: "2306" } });
	pass(20 * MINUTE);
	expect(await order("op-paid", 100_000)).toMatchObject({ state: "succeeded" });
	expect(service.last("POST domains/register")).toMatchObject({ "attr-name1": "premium", "attr-value1": "true" });
	expect(await resellerclub.register(command("shop-5.co.za"))).toMatchObject({ state: "action_required" });
});

test("the configuration names the registrar of each extension", async () => {
	const settings = { ...env, RESELLERCLUB_ID: "123456", RESELLERCLUB_API_KEY: apiKey };
	const { registrar } = createServices({ ...settings, REGISTRARS: "resellerclub=com manual=*" }, () => {});
	expect(await registrar.choose("freshshop.com")).toBe("resellerclub");
	expect(await registrar.choose("freshshop.co.ke")).toBe("manual");
	const { RESELLERCLUB_API_KEY: _, ...incomplete } = settings;
	expect(() => createServices({ ...incomplete, REGISTRARS: "resellerclub=*" }, () => {})).toThrow(
		/RESELLERCLUB_API_KEY/,
	);
});

test("all orders are listed, and the nightly comparison reads the details of those that have changed", async () => {
	const world = aWorld();
	const { service, services, resellerclub } = world;
	const { name, domain } = await aRegisteredName(world);
	const { name: other } = await aRegisteredName(world);
	for (const one of [name, other]) service.record(one).orderstatus = ["transferlock"];
	const page = await resellerclub.list?.(null);
	expect(page?.next).toBeNull();
	const info = await resellerclub.lookUp(name);
	expect(page?.registrations.find((one) => one.name === name)).toEqual({
		...{ name, object: info?.object, expiry: info?.expiry, locked: info?.locked, delegated: true },
		version: expect.stringMatching(/^2026-11-23 /),
	});
	await env.DB.exec(`update domains set status = 'released' where name not in ('${name}', '${other}')`);
	const night = async () => {
		await env.DB.exec("update domains set updated_at = 0");
		const before = service.count("GET domains/details");
		await services.registrationComparison.run();
		return service.count("GET domains/details") - before;
	};
	await env.DB.exec("delete from task_positions");
	expect(await night()).toBe(2);
	await env.DB.exec("delete from outbox where kind = 'domain.sync'");
	const changed = service.record(name);
	changed.ns = ["ns1.thief.example"];
	changed.changed = "2026-11-24 03:00:00+00";
	// A night in which neither is due for its monthly check.
	const others = await env.DB.prepare("select id from domains where status <> 'released'").all<{ id: string }>();
	do world.pass(DAY);
	while (others.results.some(({ id }) => isRecheckDue(id, nightOf(world.time.now))));
	expect(await night()).toBe(1);
	const pushed = await env.DB.prepare("select payload from outbox where kind = 'domain.sync' and state = 'new'").all();
	expect(pushed.results.map(({ payload }) => JSON.parse(String(payload)).domainId)).toEqual([domain.id]);
});
