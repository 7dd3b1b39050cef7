import { env } from "cloudflare:workers";
import { eq } from "drizzle-orm";
import { expect, test } from "vitest";
import { createDatabase } from "~/db/client.server";
import { domains } from "~/db/schema";
import type { RecordInput } from "~/features/dns/record-input";
import { DAY, MINUTE } from "~/lib/durations";
import type { DnsHost } from "~/platform/dns/dns-host";
import { oneDnsHost } from "~/platform/dns/dns-hosts";
import { createSandboxDns } from "~/platform/dns/sandbox";
import { writeRows } from "../support/rows";
import { type Account, elsewhereCode, type TwoAccounts, twoAccounts, wrongCode } from "../support/two-accounts";

const db = createDatabase(env.DB);

const record: RecordInput = {
	...{ type: "A", name: "www", ttl: "3600", value: "192.0.2.66" },
	...{ priority: "", weight: "", port: "", flags: "", tag: "" },
};

async function addRecord(world: TwoAccounts, who: Account) {
	const row = await world.row(who);
	const at = { domainId: row?.id ?? "", version: row?.zoneVersion ?? 0 };
	const added = await world.services.dns.add(world.owner(who), at, record);
	await world.services.dns.publish(at.domainId);
	return added;
}

/** A holds the name, with mail records and a forwarding. */
async function aHeldName() {
	const world = await twoAccounts();
	const { dns, domainManagement } = world.services;
	const held = await world.register("A");
	const owner = world.owner("A");
	await dns.importFile(owner, { domainId: held.id, version: 0 }, "@ MX 10 mail.example.com.", "replace");
	const wish = { host: "www", target: "https://example.com/", permanent: true };
	await domainManagement.addForward(owner, held.id, wish);
	await dns.publish(held.id);
	await domainManagement.sync(held.id);
	expect(await world.zone()).toMatchObject({ ownerId: held.id, forwards: [wish], rrsets: [{ type: "MX" }] });
	return { world, held, owner };
}

/** The public state of the name that A holds. */
async function seen(world: TwoAccounts) {
	const holder = await world.holder();
	expect(holder?.who).toBe("A");
	return holder && world.publicStateOf(holder);
}

test("a transfer that was refused for its code does not replace the holder's zone", async () => {
	const { world, held, owner } = await aHeldName();
	await world.services.domainManagement.unlock(owner, held.id);
	await world.services.domainManagement.sync(held.id);
	const before = await seen(world);
	await world.services.orders.runJob(await world.pay("B", "transfer", { authCode: wrongCode }));
	expect(await world.row("B")).toMatchObject({ status: "transfer_in" });
	expect((await addRecord(world, "B")).ok).toBe(true);
	expect(await seen(world)).toEqual(before);
});

test("a transfer of a locked name fails, and its account can edit nothing", async () => {
	const { world } = await aHeldName();
	const before = await seen(world);
	await world.services.orders.runJob(await world.pay("B", "transfer", { authCode: wrongCode }));
	expect(await world.row("B")).toMatchObject({ status: "released" });
	expect((await addRecord(world, "B")).ok).toBe(false);
	expect(await seen(world)).toEqual(before);
});

test("the loser of a registration race does not replace the winner's zone, before or after losing", async () => {
	const { world } = await aHeldName();
	const before = await seen(world);
	const job = await world.pay("B", "registration", {});
	expect((await addRecord(world, "B")).ok).toBe(true);
	expect(await seen(world)).toEqual(before);
	await world.services.orders.runJob(job);
	expect(await world.row("B")).toMatchObject({ status: "released" });
	expect((await addRecord(world, "B")).ok).toBe(false);
	expect(await seen(world)).toEqual(before);
});

test("a refused transfer of safaricom.com publishes no zone", async () => {
	const world = await twoAccounts("safaricom.com");
	await world.services.orders.runJob(await world.pay("B", "transfer", { authCode: wrongCode }));
	expect((await addRecord(world, "B")).ok).toBe(true);
	expect(await world.zone()).toBeUndefined();
});

test("records of a name that is not active yet are a draft, published when it becomes active", async () => {
	const world = await twoAccounts();
	const job = await world.pay("A", "registration", {});
	expect((await addRecord(world, "A")).ok).toBe(true);
	expect(await world.zone()).toBeUndefined();
	await world.services.orders.runJob(job);
	const row = await world.row("A");
	await world.services.dns.publish(row?.id ?? "");
	expect(await world.zone()).toMatchObject({ ownerId: row?.id, rrsets: [{ type: "A", values: ["192.0.2.66"] }] });
});

test("a name that someone else registers after redemption publishes nothing of its former holder", async () => {
	const { world, held, owner } = await aHeldName();
	for (const days of [366, 31, 36]) await world.tick(days * DAY);
	expect((await world.row("A"))?.status).toBe("released");
	await world.services.dns.publish(held.id);
	expect(await world.zone()).toBeUndefined();
	const bought = await world.register("B");
	await world.services.dns.publish(bought.id);
	const after = await world.zone();
	expect(after).toMatchObject({ ownerId: bought.id, rrsets: [], forwards: [] });
	const at = { domainId: held.id, version: held.zoneVersion + 1 };
	expect((await world.services.dns.add(owner, at, record)).ok).toBe(false);
	await world.services.dns.publish(held.id);
	await world.services.domainManagement.sync(held.id);
	expect(await world.zone()).toEqual(after);
});

test("a name in redemption that someone else gets has a new holder immediately, with an empty zone", async () => {
	const { world, held, owner } = await aHeldName();
	for (const days of [366, 31]) await world.tick(days * DAY);
	expect((await world.row("A"))?.status).toBe("redemption");
	await world.dropRegistration();
	const bought = await world.register("B");
	expect((await world.row("A"))?.status).toBe("released");
	// In any order: the former holder's late publication, then the new one's, then the former one's again.
	for (const id of [held.id, bought.id, held.id]) await world.services.dns.publish(id);
	expect(await world.zone()).toMatchObject({ ownerId: bought.id, rrsets: [], forwards: [] });
	expect((await world.services.dns.zone(owner, held.id)) ?? null).toBeNull();
});

const servers = ["ns1.example.com", "ns2.example.com"].map((host) => ({ host, addresses: "" }));

const attempts: Record<string, (world: TwoAccounts, domainId: string) => Promise<unknown>> = {
	unlock: ({ services, owner }, id) => services.domainManagement.unlock(owner("A"), id),
	"change the nameservers": ({ services, owner }, id) =>
		services.domainManagement.setNameservers(owner("A"), id, servers),
	"read the authorization code": async ({ services, owner }, id) => {
		const shown = await services.domainManagement.showAuthCode(owner("A"), id);
		expect(shown).toMatchObject({ ok: false, error: { kind: "conflict" } });
	},
	"publish records": (world) => addRecord(world, "A"),
	refresh: ({ services, owner }) => services.portfolio.refresh(owner("A"), { tab: "all", q: "", sort: "name" }),
};

const stale = Object.keys(attempts).flatMap((what) => [["active", what] as const, ["expired", what] as const]);

test.each(stale)("an outdated %s row can't %s for the next registration", async (status, what) => {
	const { world, held, owner } = await aHeldName();
	const { domainManagement: manage } = world.services;
	if (what !== "unlock") await manage.unlock(owner, held.id);
	await manage.sync(held.id);
	if (status === "expired") await world.tick(366 * DAY);
	await world.replaceRegistration();
	const before = await world.registry();
	await attempts[what]?.(world, held.id);
	await manage.sync(held.id);
	expect(await world.registry()).toEqual(before);
	expect(await world.row("A")).toMatchObject({ status: "released" });
	await world.services.dns.publish(held.id);
	expect(await world.zone()).toBeUndefined();
});

test("refreshing an outdated row gives it none of the next holder's dates", async () => {
	const { world, held, owner } = await aHeldName();
	await world.tick(366 * DAY);
	await world.replaceRegistration();
	expect(await world.services.portfolio.refresh(owner, { tab: "all", q: "", sort: "name" })).toEqual({
		ok: true,
		value: 1,
	});
	expect(await world.row("A")).toMatchObject({ status: "released", expiresAt: held.expiresAt });
});

test("an outdated row can't renew the next holder's registration", async () => {
	const { world, held } = await aHeldName();
	await world.replaceRegistration();
	const before = await world.registry();
	const job = await world.pay("A", "renewal", { currentExpiry: before?.expiresAt ?? 0 });
	await world.services.orders.runJob(job);
	expect(await world.registry()).toEqual(before);
	expect(await world.row("A")).toMatchObject({ expiresAt: held.expiresAt });
});

test("the holder's deletion reaches registrar and nameservers even if a stranger claims the name", async () => {
	const { world, held, owner } = await aHeldName();
	await world.pay("B", "transfer", { authCode: wrongCode });
	expect((await world.services.domainManagement.deleteDomain(owner, held.id, world.name)).ok).toBe(true);
	await world.services.domainManagement.sync(held.id);
	await world.services.dns.publish(held.id);
	expect(await world.registry()).toBeUndefined();
	expect(await world.zone()).toBeUndefined();
});

test("activation ends every other row of the name, and the database allows one holder", async () => {
	const { world, held } = await aHeldName();
	const claim = await world.pay("B", "transfer", { authCode: wrongCode });
	await world.dropRegistration();
	expect(await world.services.portfolio.refresh(world.owner("A"), { tab: "all", q: "", sort: "name" })).toEqual({
		ok: true,
		value: 1,
	});
	const bought = await world.register("A");
	expect(bought.id).toBe(held.id);
	expect(await world.row("B")).toMatchObject({ status: "released" });
	await world.services.orders.runJob(claim);
	expect(await world.creditsOf("B")).toMatchObject([{ amount: 108_000 }]);
	const other = db.orm.update(domains).set({ status: "expired" }).where(eq(domains.userId, world.users.B));
	await expect(writeRows(db, [other])).rejects.toThrow(expect.objectContaining({ cause: expect.anything() }));
	expect(await world.row("B")).toMatchObject({ status: "released" });
});

test("a transfer that waits for another code becomes credit when someone else gets the name", async () => {
	const world = await twoAccounts();
	await world.registerElsewhere();
	await world.services.orders.runJob(await world.pay("B", "transfer", { authCode: wrongCode }));
	expect(await world.jobsOf("B")).toMatchObject([{ state: "action_required", needs: "auth_code" }]);
	const job = await world.pay("A", "transfer", { authCode: elsewhereCode });
	for (let run = 0; run < 2; run += 1) {
		await world.services.orders.runJob(job);
		await world.tick(10 * MINUTE);
	}
	expect(await world.row("A")).toMatchObject({ status: "active" });
	expect(await world.row("B")).toMatchObject({ status: "released" });
	await world.services.orders.sweepJobs();
	expect(await world.jobsOf("B")).toMatchObject([{ state: "done", needs: null }]);
	expect(await world.creditsOf("B")).toMatchObject([{ amount: 108_000 }]);
});

test("a transfer that the registry reports as done changes nothing for a holder that the registry still confirms", async () => {
	const { world } = await aHeldName();
	const before = await seen(world);
	const job = await world.pay("B", "transfer", { authCode: wrongCode });
	const done = async () => ({ ref: job, state: "succeeded" as const });
	const { registrar } = world.services;
	const lying = { ...registrar, transferIn: done, op: done };
	const services = world.servicesWith({ registrar: lying });
	await services.orders.runJob(job);
	expect((await world.jobsOf("B"))[0]).toMatchObject({ state: "action_required" });
	expect(await seen(world)).toEqual(before);
});

test("a publication that runs after a deletion leaves no zone", async () => {
	const { world, held, owner } = await aHeldName();
	const host = createSandboxDns({ db, clock: world.clock });
	const { forwarding } = host;
	if (forwarding?.by !== "host") throw new Error("The sandbox forwards names");
	const slow: DnsHost = {
		...host,
		forwarding: {
			by: "host",
			async set(...sent) {
				await world.services.domainManagement.deleteDomain(owner, held.id, world.name);
				await world.services.dns.publish(held.id);
				await host.claimZone(sent[0], sent[1]);
				return forwarding.set(...sent);
			},
		},
	};
	expect(await world.servicesWith({ dnsHosts: oneDnsHost(slow) }).dns.publish(held.id)).toBe("again");
	expect(await world.services.dns.publish(held.id)).toBe("published");
	expect(await world.zone()).toBeUndefined();
});

test("the former holder of a transferred name can't change it, however late an event is delivered", async () => {
	const { world, held, owner } = await aHeldName();
	const { domainManagement: manage, dns, orders } = world.services;
	await manage.unlock(owner, held.id);
	await manage.sync(held.id);
	const code = await manage.showAuthCode(owner, held.id);
	const job = await world.pay("B", "transfer", { authCode: code.ok ? code.value : "" });
	await orders.runJob(job);
	await world.tick(MINUTE);
	await orders.runJob(job);
	const bought = await world.row("B");
	expect(bought?.status).toBe("active");
	await dns.publish(bought?.id ?? "");
	const holder = await world.holder();
	const before = holder && (await world.publicStateOf(holder));
	expect(holder?.who).toBe("B");
	for (let time = 0; time < 2; time += 1) {
		await manage.sync(held.id);
		await dns.publish(held.id);
	}
	expect((await manage.showAuthCode(owner, held.id)).ok).toBe(false);
	expect(holder && (await world.publicStateOf(holder))).toEqual(before);
});
