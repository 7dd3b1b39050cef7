import { env } from "cloudflare:workers";
import { eq } from "drizzle-orm";
import { expect, test } from "vitest";
import { createDatabase } from "~/db/client.server";
import { domains, jobs } from "~/db/schema";
import { DAY } from "~/lib/durations";
import { manualRegistrar } from "~/platform/registrar/manual";
import type { RegistrarAdapter } from "~/platform/registrar/registrar";
import { parseRegistrarRoutes } from "~/platform/registrar/registrar-routes";
import { createRegistrars } from "~/platform/registrar/registrars";
import { createSandboxRegistrar } from "~/platform/registrar/sandbox";
import type { Services } from "~/services.server";
import { aConfirmedOwner, aDomain } from "../support/domains";
import { aName, aPendingPayment, quietServices, registration } from "../support/orders";

const db = createDatabase(env.DB);

/** Two registrars, of which the first can stop to take orders. */
function twoRegistrars(routes = "sandbox=com manual=*") {
	const sandbox = createSandboxRegistrar({ db, clock: Date.now, wait: async () => {} });
	const state = { isOpen: true };
	const calls: string[] = [];
	const counted = (id: string, adapter: RegistrarAdapter): RegistrarAdapter =>
		new Proxy(adapter, {
			get(target, method: keyof RegistrarAdapter) {
				calls.push(`${id} ${method}`);
				return target[method];
			},
		});
	const registrar = createRegistrars({
		routes: parseRegistrarRoutes(routes) ?? [],
		adapters: {
			sandbox: counted("sandbox", { ...sandbox, choose: async () => (state.isOpen ? "sandbox" : undefined) }),
			manual: counted("manual", manualRegistrar),
		},
		lookups: sandbox,
		hasLookup: () => true,
	});
	return { registrar, state, calls };
}

async function aPaidName(services: Services, name: string) {
	const order = await aPendingPayment(services, { items: [registration(name)] });
	await services.sandbox?.answer(order.ref, "approve");
	return order;
}

const runJobs = async (services: Services, orderId: string) => {
	const found = () => db.read(db.orm.select().from(jobs).where(eq(jobs.orderId, orderId)));
	for (const { id } of await found()) await services.orders.runJob(id);
	return found();
};
const domainOf = async (name: string) =>
	(await db.read(db.orm.select().from(domains).where(eq(domains.name, name))))[0];

test("each extension is ordered at its registrar, which the domain keeps", async () => {
	const { registrar } = twoRegistrars();
	const services = quietServices({ registrar });
	const [global, kenyan] = [aName("com"), aName("co.ke")];
	expect(await runJobs(services, (await aPaidName(services, global)).orderId)).toMatchObject([{ state: "done" }]);
	expect(await domainOf(global)).toMatchObject({ status: "active", registrar: "sandbox" });
	expect(await runJobs(services, (await aPaidName(services, kenyan)).orderId)).toMatchObject([
		{ state: "action_required", lastError: expect.stringContaining(kenyan) },
	]);
	expect(await domainOf(kenyan)).toMatchObject({ status: "pending", registrar: "manual" });
});

test("the fallback takes new orders, and an order that has a registrar keeps it", async () => {
	const { registrar, state } = twoRegistrars();
	const services = quietServices({ registrar });
	const [early, late] = [aName("com"), aName("com")];
	const failing = { ...registrar, register: () => Promise.reject(new Error("connection lost")) };
	const first = await aPaidName(services, early);
	await runJobs(quietServices({ registrar: failing }), first.orderId);
	expect(await domainOf(early)).toMatchObject({ status: "pending", registrar: "sandbox" });

	state.isOpen = false;
	await runJobs(services, (await aPaidName(services, late)).orderId);
	expect(await domainOf(late)).toMatchObject({ registrar: "manual" });
	await db.read(db.orm.update(jobs).set({ nextAt: 0 }).where(eq(jobs.orderId, first.orderId)).returning());
	expect(await runJobs(services, first.orderId)).toMatchObject([{ state: "done" }]);
	expect(await domainOf(early)).toMatchObject({ status: "active", registrar: "sandbox" });
});

test("an order waits while no registrar takes it", async () => {
	const { registrar, state } = twoRegistrars("sandbox=com manual=co.ke");
	state.isOpen = false;
	const services = quietServices({ registrar });
	const name = aName("com");
	expect(await runJobs(services, (await aPaidName(services, name)).orderId)).toMatchObject([
		{ state: "queued", lastError: expect.stringContaining("No registrar takes orders") },
	]);
	expect(await domainOf(name)).toMatchObject({ status: "pending", registrar: null });
});

test("calls about a held name go to its registrar, whatever the routes say now", async () => {
	const { registrar, calls } = twoRegistrars("manual=com sandbox=");
	const { user, owner } = await aConfirmedOwner();
	const services = quietServices({ registrar });
	const held = await aDomain(user.id, { name: aName("com"), registrar: "sandbox" });
	await services.domainManagement.unlock(owner, held.id);
	expect(await services.domainManagement.sync(held.id)).toBe("done");
	const renew = { ...held, opId: "renew-held", years: 1, currentExpiry: held.expiresAt };
	expect(await registrar.renew(renew)).toMatchObject({ state: "succeeded" });
	expect(await registrar.restore({ ...held, opId: "restore-held", currentExpiry: 0 })).toMatchObject({
		state: "failed",
	});
	expect(await registrar.lookUp(held.name)).toMatchObject({ expiry: expect.any(Number) });
	expect(calls).toContain("sandbox update");
	expect(calls.filter((call) => call.startsWith("manual")).every((call) => call === "manual lookUp")).toBe(true);
	const byHand = await aDomain(user.id, { name: aName("com"), expiresAt: Date.now() + DAY });
	expect(await registrar.info({ ...byHand, registrar: null })).toBeUndefined();
	expect(await registrar.info({ ...byHand, registrar: "sandbox" })).toMatchObject({ name: byHand.name });
});

test("a transfer away can be answered where the registrar of the domain shows it, and nowhere else", () => {
	const { registrar } = twoRegistrars();
	const answers = ([name, holder]: readonly [string, "sandbox" | "manual" | null]) =>
		registrar.answersOutgoing({ name, registrar: holder });
	const domains = [
		["a.com", null],
		["a.org", null],
		["a.com", "manual"],
	] as const;
	expect(domains.map(answers)).toEqual([true, false, false]);
});

test("a registrar that is not configured is an error, never an answer", async () => {
	const { registrar } = twoRegistrars("sandbox=com");
	const held = { name: "kept.org", registrar: null, registryId: null, registeredAt: 1 };
	await expect(registrar.info(held)).rejects.toThrow(/kept\.org/);
});

test("a registered name that is deleted and ordered again gets a new registrar", async () => {
	const { registrar, state } = twoRegistrars();
	const services = quietServices({ registrar });
	const { user, owner } = await aConfirmedOwner(services);
	const name = aName("com");
	const held = await aDomain(user.id, { name, registrar: "sandbox" });
	await services.domainManagement.deleteDomain(owner, held.id, name);
	await services.domainManagement.sync(held.id);
	state.isOpen = false;
	const customer = { id: user.id, email: user.email, currency: "KES" as const };
	const order = await aPendingPayment(services, { items: [registration(name)], customer });
	await services.sandbox?.answer(order.ref, "approve");
	await runJobs(services, order.orderId);
	expect(await domainOf(name)).toMatchObject({ id: held.id, status: "pending", registrar: "manual" });
});
