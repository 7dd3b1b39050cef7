import { env } from "cloudflare:workers";
import { and, eq } from "drizzle-orm";
import { expect, test } from "vitest";
import { createDatabase } from "~/db/client.server";
import type { ConfirmedOwner } from "~/db/owner";
import { domains, outbox, sandboxRegistry } from "~/db/schema";
import { DAY, MINUTE } from "~/lib/durations";
import type { DnsHost } from "~/platform/dns/dns-host";
import { oneDnsHost } from "~/platform/dns/dns-hosts";
import { createOwnedZones } from "~/platform/dns/owned-zones";
import { createPowerDns } from "~/platform/dns/powerdns/powerdns";
import { createSandboxDns } from "~/platform/dns/sandbox";
import { createSandboxRegistrar } from "~/platform/registrar/sandbox";
import { createPowerDnsService } from "../services/powerdns";
import { aDomain } from "../support/domains";
import { aCustomer } from "../support/factories";
import { quietServices } from "../support/orders";

const db = createDatabase(env.DB);
const elsewhere = ["ns1.example.com", "ns2.example.com"].map((host) => ({ host, addresses: "" }));
const apiKey = "key-of-the-tests-0000";

/** A customer's domain at the sandbox registry, with a clock. */
async function aWorld(hostAt?: (clock: () => number) => DnsHost) {
	let now = Date.now();
	const clock = () => now;
	const host = hostAt?.(clock) ?? createSandboxDns({ db, clock });
	const services = quietServices({ clock, dnsHosts: oneDnsHost(host) });
	const user = await aCustomer();
	const domain = await aDomain(user.id);
	const { id, name } = domain;
	// Without a session, which would end while the clock moves.
	const owner = { userId: user.id } as unknown as ConfirmedOwner;
	const row = async () => (await db.read(db.orm.select().from(domains).where(eq(domains.id, id))))[0];
	const registered = async () =>
		(await db.read(db.orm.select().from(sandboxRegistry).where(eq(sandboxRegistry.name, name))))[0]?.ds ?? [];
	const zoneOwner = { id, since: domain.registeredAt };

	/** Runs the domain's events that are due, until none is left. */
	async function work(): Promise<void> {
		for (let round = 0; round < 10; round += 1) {
			const mine = and(eq(outbox.userId, user.id), eq(outbox.state, "new"));
			const rows = await db.read(db.orm.select().from(outbox).where(mine));
			const due = rows.filter(({ kind, nextAt }) => nextAt <= now && !kind.startsWith("mail."));
			if (due.length === 0) return;
			for (const event of due) await services.outbox.deliver(event.id);
		}
	}
	async function pass(ms: number): Promise<void> {
		now += ms;
		await work();
	}
	const turn = async (on: boolean) => {
		const switched = await services.domainManagement.setDnssec(owner, id, on);
		await work();
		return switched;
	};
	return { host, services, owner, domain, row, registered, zoneOwner, work, pass, turn, clock };
}

const powerDns = (clock: () => number) => {
	const service = createPowerDnsService({ clock, apiKey });
	const server = createPowerDns({
		...{ url: "http://dns.test", apiKey, nameservers: ["ns1.kikoa.example", "ns2.kikoa.example"] },
		...{ contact: "tech@kikoa.example", forwarding: null, timeoutMs: 500 },
		fetch: (url, init) => service.fetch(new Request(url, init)),
	});
	return { service, host: createOwnedZones({ db, clock, server }) };
};

test.each([
	["the sandbox", undefined],
	["PowerDNS", (clock: () => number) => powerDns(clock).host],
])(
	"DNSSEC is active once the registry has the DS record, and off two days after it is gone (%s)",
	async (_, hostAt) => {
		const { host, domain, row, registered, zoneOwner, pass, turn } = await aWorld(hostAt);
		expect(await turn(true)).toEqual({ ok: true, value: null });
		const waiting = await row();
		expect(waiting).toMatchObject({ dnssec: "waiting", ds: [{ algorithm: 13, digestType: 2 }] });
		expect(waiting?.ds).toEqual(await host.sign(domain.name, zoneOwner));
		expect(await registered()).toEqual(waiting?.ds);
		await pass(MINUTE);
		expect(await row()).toMatchObject({ dnssec: "active", ds: waiting?.ds });
		await turn(false);
		expect(await registered()).toEqual([]);
		expect(await row()).toMatchObject({ dnssec: "removing" });
		await pass(MINUTE);
		expect(await row()).toMatchObject({ dnssec: "expiring" });
		await pass(2 * DAY - MINUTE);
		// Other servers may still remember the DS record, so the key is kept.
		expect(await host.sign(domain.name, zoneOwner)).toEqual(waiting?.ds);
		await pass(MINUTE);
		expect(await row()).toMatchObject({ dnssec: "off", ds: null, dnssecAt: null });
		expect(await host.sign(domain.name, zoneOwner)).not.toEqual(waiting?.ds);
	},
);

test("DNSSEC that is switched on again while it ends keeps its key", async () => {
	const { row, registered, pass, turn } = await aWorld();
	await turn(true);
	await pass(MINUTE);
	const before = await row();
	await turn(false);
	await pass(MINUTE);
	expect(await row()).toMatchObject({ dnssec: "expiring" });
	await turn(true);
	await pass(MINUTE);
	expect(await row()).toMatchObject({ dnssec: "active", ds: before?.ds });
	// The event of the earlier end changes nothing.
	await pass(3 * DAY);
	expect(await row()).toMatchObject({ dnssec: "active" });
	expect(await registered()).toEqual(before?.ds);
});

test("a zone that the host has lost is signed again, and the registry gets the new DS record", async () => {
	const { service, host } = powerDns(Date.now);
	const { services, domain, row, registered, work, pass, turn } = await aWorld(() => host);
	await turn(true);
	await pass(MINUTE);
	const before = await row();
	service.zones.clear();
	expect(await services.dns.publish(domain.id)).toBe("again");
	expect(await services.dns.publish(domain.id)).toBe("published");
	await work();
	await pass(MINUTE);
	expect(await row()).toMatchObject({ dnssec: "active" });
	expect(await registered()).toHaveLength(1);
	expect(await registered()).not.toEqual(before?.ds);
});

test("nameservers can't be changed away before DNSSEC is off, because the domain would stop working", async () => {
	const { services, owner, domain, registered, pass, turn } = await aWorld();
	await turn(true);
	const change = () => services.domainManagement.setNameservers(owner, domain.id, elsewhere);
	expect(await change()).toMatchObject({ ok: false, error: { kind: "conflict" } });
	await turn(false);
	expect(await change()).toMatchObject({ ok: false, error: { kind: "conflict" } });
	await pass(MINUTE);
	await pass(2 * DAY);
	expect(await change()).toMatchObject({ ok: true });
	expect(await registered()).toEqual([]);
	expect(await turn(true)).toMatchObject({ ok: false, error: { kind: "conflict" } });
});

test("a DS record is left alone at other nameservers, and removed with ours", async () => {
	const { services, owner, domain, registered, work } = await aWorld();
	const ds = {
		...{ keyTag: 1, algorithm: 13, digestType: 2, digest: "00" },
		key: { flags: 257, algorithm: 13, publicKey: "" },
	};
	const theirs = db.orm
		.update(sandboxRegistry)
		.set({ ds: [ds] })
		.where(eq(sandboxRegistry.name, domain.name));
	await services.domainManagement.setNameservers(owner, domain.id, elsewhere);
	await work();
	await db.orm.batch([theirs]);
	await services.domainManagement.lock(owner, domain.id);
	await work();
	expect(await registered()).toEqual([ds]);
	const ours = domain.nameservers.map((host) => ({ host, addresses: "" }));
	await services.domainManagement.setNameservers(owner, domain.id, ours);
	await work();
	expect(await registered()).toEqual([]);
});

test("the key stays if the registry publishes the DS record again", async () => {
	const { host, services, domain, row, registered, zoneOwner, pass, turn, clock } = await aWorld();
	await turn(true);
	await pass(MINUTE);
	const active = await row();
	await turn(false);
	await pass(MINUTE);
	// A delayed message brings the earlier settings back.
	const registrar = createSandboxRegistrar({ db, clock });
	const { name, registryId, registeredAt, nameservers } = domain;
	const earlier = { nameservers, glue: [], ds: active?.ds ?? [], locked: true, privacy: true, contacts: null };
	await registrar.update({ name, registrar: null, registryId, registeredAt }, earlier);
	await pass(2 * DAY);
	expect(await row()).toMatchObject({ dnssec: "removing" });
	expect(await registered()).toEqual([]);
	expect(await host.sign(name, zoneOwner)).toEqual(active?.ds);
	await pass(MINUTE);
	await pass(2 * DAY);
	expect(await row()).toMatchObject({ dnssec: "off" });
	expect(await services.domainManagement.setDnssec({ userId: "usr_other" } as never, domain.id, true)).toMatchObject({
		ok: false,
		error: { kind: "not_found" },
	});
});

test("a registrar that takes no DS records allows no DNSSEC", async () => {
	const { owner, domain, row, clock } = await aWorld();
	const registrar = createSandboxRegistrar({ db, clock });
	const silent = async (held: Parameters<typeof registrar.info>[0]) => {
		const info = await registrar.info(held);
		return info && info !== "not_held" ? { ...info, signed: undefined } : info;
	};
	const services = quietServices({ clock, registrar: { ...registrar, info: silent } });
	expect(await services.domainManagement.setDnssec(owner, domain.id, true)).toMatchObject({
		ok: false,
		error: { kind: "unavailable" },
	});
	expect(await row()).toMatchObject({ dnssec: "off" });
});

test("DNSSEC stays off with a clear answer if the registry does not answer", async () => {
	const { owner, domain, row, clock } = await aWorld();
	const info = () => Promise.reject(new TypeError("Network connection lost."));
	const services = quietServices({ clock, registrar: { ...createSandboxRegistrar({ db, clock }), info } });
	expect(await services.domainManagement.setDnssec(owner, domain.id, true)).toMatchObject({
		ok: false,
		error: { kind: "unavailable", message: "The registry does not answer. Try again in a minute." },
	});
	expect(await row()).toMatchObject({ dnssec: "off" });
});

test("a deleted domain is not signed any more", async () => {
	const { services, owner, domain, host, row, zoneOwner, pass, turn } = await aWorld();
	await turn(true);
	await pass(MINUTE);
	expect(await services.domainManagement.deleteDomain(owner, domain.id, domain.name)).toMatchObject({ ok: true });
	await pass(MINUTE);
	expect(await row()).toMatchObject({ status: "released", dnssec: "off", ds: null });
	expect(await host.list(domain.name, zoneOwner)).toBe("not_owner");
});
