import { env } from "cloudflare:workers";
import { and, eq, inArray, like, lte } from "drizzle-orm";
import { beforeEach, expect, inject, test, vi } from "vitest";
import { brand } from "~/brand";
import { createDatabase } from "~/db/client.server";
import { activityLog, auditLog, dnsZones, domains, outbox, taskPositions, zoneMoves } from "~/db/schema";
import { todayView } from "~/features/desk/today-view";
import { ownerOf } from "~/features/dns/zone-owner";
import { queueSchema } from "~/features/problems/queue.schema";
import { domainView } from "~/features/services-desk/domain-view";
import { DAY, HOUR, MINUTE } from "~/lib/durations";
import type { DnsHost } from "~/platform/dns/dns-host";
import { createDnsHosts } from "~/platform/dns/dns-hosts";
import { createOwnedZones } from "~/platform/dns/owned-zones";
import { createPowerDns } from "~/platform/dns/powerdns/powerdns";
import { createPowerDnsService } from "../services/powerdns";
import { aCloudflareDns } from "../support/cloudflare-dns";
import { aConfirmedOwner, aDomain } from "../support/domains";
import { expectConsoleError } from "../support/fail-on-console";
import { aName, quietServices } from "../support/orders";
import { writeRows } from "../support/rows";
import { anOwner, aSignedInMember } from "../support/staff";

const db = createDatabase(env.DB);
const apiKey = "key-of-the-tests-0000";
const others = brand.otherNameservers.cloudflare;
const real = inject("powerDns");

let now: number;
const clock = () => now;

beforeEach(async () => {
	vi.spyOn(console, "warn").mockImplementation(() => {});
	// In the middle of a night, in a minute in which the first service is compared.
	now = Math.floor(Date.now() / DAY) * DAY + HOUR;
	for (const table of ["task_positions", "compared_versions", "comparison_pages", "dns_records", "outbox", "problems"])
		await env.DB.exec(`delete from ${table}`);
	await env.DB.exec("update domains set status = 'released'");
});

/** A shop with PowerDNS for new zones, and Cloudflare. */
function twoServices({ server = { url: "http://dns.test", apiKey } } = {}) {
	const powerDns = createPowerDnsService({ clock, apiKey });
	let isDown = false;
	const cloudflare = aCloudflareDns({ clock, nameservers: [...others] });
	const isReal = server.url === real?.url;
	const first = createOwnedZones({
		db,
		clock,
		server: createPowerDns({
			...{ ...server, nameservers: brand.nameservers, contact: "dns@kikoa.example" },
			forwarding: { by: "records", addresses: ["192.0.2.80"] },
			timeoutMs: isReal ? 10_000 : 500,
			fetch: async (url, init) =>
				isDown
					? new Response("Bad Gateway", { status: 502 })
					: isReal
						? fetch(url, init)
						: powerDns.fetch(new Request(url, init)),
		}),
	});
	const hosts = { powerdns: first, cloudflare: cloudflare.host };
	const both = createDnsHosts(db, { first, others: [cloudflare.host] });
	const services = quietServices({ clock, dnsHosts: both });
	const breakPowerDns = () => {
		isDown = true;
	};
	const repairPowerDns = () => {
		isDown = false;
	};
	return { breakPowerDns, repairPowerDns, hosts, powerDns, cloudflare: cloudflare.service, services };
}

type Two = ReturnType<typeof twoServices>;

/** A published domain with one record. It uses these nameservers. */
async function aPublishedDomain({ services }: Two, nameservers: readonly string[]) {
	const { owner, user } = await aConfirmedOwner(services);
	const domain = await aDomain(user.id, {
		...{ name: aName("com"), nameservers: [...nameservers], updatedAt: now - DAY, createdAt: now - DAY },
	});
	await services.dns.importFile(owner, { domainId: domain.id, version: 0 }, "www 604800 A 192.0.2.3", "replace");
	expect(await services.dns.publish(domain.id)).toBe("published");
	await env.DB.exec("delete from outbox");
	return { owner, domain };
}

const zoneRow = async (name: string) =>
	(await db.read(db.orm.select().from(dnsZones).where(eq(dnsZones.name, name))))[0];
const theSets = async (host: DnsHost, domain: Parameters<typeof ownerOf>[0] & { readonly name: string }) => {
	const zone = await host.list(domain.name, ownerOf(domain));
	return zone === "not_owner" ? zone : zone.rrsets.map(({ ttl, values }) => ({ ttl, values }));
};
const queued = async () =>
	(
		await db.read(
			db.orm
				.select()
				.from(outbox)
				.where(and(eq(outbox.state, "new"), eq(outbox.kind, "dns.publish"))),
		)
	).map(({ payload }) => payload.domainId);
const theRound = async (task: string) => {
	const [row] = await db.read(db.orm.select().from(taskPositions).where(eq(taskPositions.task, task)));
	return row && JSON.parse(row.position).round;
};

test.each([
	{ name: "the local PowerDNS", server: { url: "http://dns.test", apiKey } },
	...(real ? [{ name: "a real PowerDNS", server: { url: real.url, apiKey: real.apiKey } }] : []),
])("new zones go to the service whose nameservers their domain uses, else to the first ($name)", async ({ server }) => {
	const two = twoServices({ server });
	for (const [nameservers, service, ttl] of [
		[brand.nameservers, "powerdns", 604_800],
		[others, "cloudflare", 86_400],
		[["ns1.example.com", "ns2.example.com"], "powerdns", 604_800],
	] as const) {
		const { domain } = await aPublishedDomain(two, nameservers);
		expect(await zoneRow(domain.name)).toMatchObject({ service });
		expect(await theSets(two.hosts[service], domain)).toEqual([{ ttl, values: ["192.0.2.3"] }]);
		expect(two.cloudflare.zones.has(domain.name)).toBe(service === "cloudflare");
	}
});

test("a zone stays at its service when its domain gets other nameservers", async () => {
	const two = twoServices();
	const { owner, domain } = await aPublishedDomain(two, others);
	const rows = brand.nameservers.map((host) => ({ host, addresses: "" }));
	expect((await two.services.domainManagement.setNameservers(owner, domain.id, rows)).ok).toBe(true);
	expect((await two.services.domainManagement.setNameservers(owner, domain.id, "ours")).ok).toBe(true);
	expect((await two.services.dns.zone(owner, domain.id))?.domain.nameservers).toEqual(others);
	expect(await two.services.dns.publish(domain.id)).toBe("published");
	expect(two.cloudflare.zones.has(domain.name)).toBe(true);
	expect(two.powerDns.zones.has(`${domain.name}.`)).toBe(false);
});

test("DNSSEC needs the nameservers of the zone's own service, and forwarding what that service has", async () => {
	const two = twoServices();
	const { owner, domain } = await aPublishedDomain(two, others);
	await writeRows(db, [
		db.orm
			.update(domains)
			.set({ nameservers: [...brand.nameservers] })
			.where(eq(domains.id, domain.id)),
	]);
	expect(await two.services.domainManagement.setDnssec(owner, domain.id, true)).toMatchObject({ ok: false });
	expect(await two.services.domainManagement.canForward(domain.name)).toBe(false);
	const { domain: atFirst, owner: holder } = await aPublishedDomain(two, brand.nameservers);
	expect(await two.services.domainManagement.setDnssec(holder, atFirst.id, true)).toMatchObject({ ok: true });
	expect(await two.services.domainManagement.canForward(atFirst.name)).toBe(true);
});

test("zones without a recorded service stay where the release with one service put them", async () => {
	const two = twoServices();
	for (const [nameservers, service] of [
		[brand.nameservers, "powerdns"],
		[others, "cloudflare"],
	] as const) {
		const { domain } = await aPublishedDomain(two, nameservers);
		await writeRows(db, [db.orm.update(dnsZones).set({ service: null }).where(eq(dnsZones.name, domain.name))]);
		expect(await two.services.dns.publish(domain.id)).toBe("published");
		expect(two.cloudflare.zones.has(domain.name)).toBe(service === "cloudflare");
		expect(two.powerDns.zones.has(`${domain.name}.`)).toBe(service === "powerdns");
	}
});

test("the zone of an earlier registration is deleted at its service when the name is registered again", async () => {
	const two = twoServices();
	const { domain } = await aPublishedDomain(two, others);
	await writeRows(db, [db.orm.update(domains).set({ status: "released" }).where(eq(domains.id, domain.id))]);
	await env.DB.exec(`delete from sandbox_registry where name = '${domain.name}'`);
	const { user } = await aConfirmedOwner(two.services);
	const again = await aDomain(user.id, { name: domain.name, registeredAt: now, registryId: "another-object" });
	expect(await two.services.dns.publish(again.id)).toBe("published");
	expect(two.cloudflare.zones.has(domain.name)).toBe(false);
	expect(await zoneRow(domain.name)).toMatchObject({ service: "powerdns", ownerId: again.id });
	// An event of the earlier domain that was late.
	expect(await two.services.dns.publish(domain.id)).toBe("published");
	expect(two.powerDns.zones.has(`${domain.name}.`)).toBe(true);
});

test("a zone whose row names another service is created there, and stays at the old one until it is deleted by hand", async () => {
	const two = twoServices();
	for (const [nameservers, to] of [
		[brand.nameservers, "cloudflare"],
		[others, "powerdns"],
	] as const) {
		const { domain } = await aPublishedDomain(two, nameservers);
		await env.DB.exec(
			`update dns_zones set service = '${to}', server_id = null, ready = 0 where name = '${domain.name}'`,
		);
		expect(await two.services.dns.publish(domain.id)).toBe("published");
		expect(await theSets(two.hosts[to], domain)).toMatchObject([{ values: ["192.0.2.3"] }]);
		expect(await two.services.domainManagement.nameserversFor(domain.name)).toEqual(two.hosts[to].nameservers);
		expect(two.cloudflare.zones.has(domain.name)).toBe(true);
		expect(two.powerDns.zones.has(`${domain.name}.`)).toBe(true);
	}
});

test("while one service is down, the zones of the other are published and compared", async () => {
	const two = twoServices();
	const broken = await aPublishedDomain(two, brand.nameservers);
	const working = await aPublishedDomain(two, others);
	two.breakPowerDns();
	const edit = (of: typeof broken) =>
		two.services.dns.importFile(of.owner, { domainId: of.domain.id, version: 1 }, "www 300 A 192.0.2.9", "replace");
	await edit(working);
	expect(await two.services.dns.publish(working.domain.id)).toBe("published");
	expect(await theSets(two.hosts.cloudflare, working.domain)).toEqual([{ ttl: 300, values: ["192.0.2.9"] }]);
	await env.DB.exec("delete from outbox");
	two.cloudflare.zones.delete(working.domain.name);
	for (let minute = 0; minute < 2; minute += 1) {
		await two.services.zoneComparison.run();
		now += MINUTE;
	}
	expect(await theRound("comparison of zones")).toMatchObject({ finished: false });
	expect(await theRound("comparison of zones at cloudflare")).toMatchObject({ finished: true, compared: 1 });
	expect(await queued()).toEqual([working.domain.id]);
	await edit(broken);
	await expect(two.services.dns.publish(broken.domain.id)).rejects.toThrow();
	await expect(two.hosts.powerdns.probe()).rejects.toThrow();
	await two.hosts.cloudflare.probe();
});

test("each service compares its own zones, and repairs them there", async () => {
	const two = twoServices();
	const [first, second] = [await aPublishedDomain(two, brand.nameservers), await aPublishedDomain(two, others)];
	for (let minute = 0; minute < 2; minute += 1) {
		await two.services.zoneComparison.run();
		now += MINUTE;
	}
	expect(await queued()).toEqual([]);
	for (const task of ["comparison of zones", "comparison of zones at cloudflare"])
		expect(await theRound(task)).toMatchObject({ finished: true, compared: 1, found: {} });
	two.powerDns.zones.clear();
	two.cloudflare.zones.clear();
	now += DAY;
	for (let minute = 0; minute < 2; minute += 1) {
		await two.services.zoneComparison.run();
		now += MINUTE;
	}
	expect((await queued()).toSorted()).toEqual([first.domain.id, second.domain.id].toSorted());
	for (const { domain } of [first, second])
		while ((await two.services.dns.publish(domain.id)) === "again") now += MINUTE;
	expect(two.cloudflare.zones.has(second.domain.name)).toBe(true);
	expect(two.powerDns.zones.has(`${first.domain.name}.`)).toBe(true);
});

test("a zone of a service that is not configured any more is written nowhere else, and staff see it", async () => {
	const two = twoServices();
	const { owner, domain } = await aPublishedDomain(two, others);
	const services = quietServices({ clock, dnsHosts: createDnsHosts(db, { first: two.hosts.powerdns, others: [] }) });
	await services.zoneComparison.run();
	expect((await theRound("comparison of zones")).found).toEqual({ "Zones at a service that is not configured": 1 });
	expect(await queued()).toEqual([domain.id]);
	await expect(services.dns.publish(domain.id)).rejects.toThrow(`The zone ${domain.name} is at cloudflare`);
	expect(two.powerDns.zones.has(`${domain.name}.`)).toBe(false);
	expect(await services.domainManagement.canForward(domain.name)).toBe(false);
	expect((await services.domainManagement.setDnssec(owner, domain.id, true)).ok).toBe(false);
});

const domainRow = async (id: string) => {
	const [row] = await db.read(db.orm.select().from(domains).where(eq(domains.id, id)));
	if (!row) throw new Error("no domain");
	return row;
};

/** Moves a zone as someone at the desk, and runs the steps of it. */
async function aMover({ services }: Pick<Two, "services">) {
	const session = await anOwner();
	const start = async (domainId: string, service: "powerdns" | "cloudflare") => {
		const { updatedAt: version } = await domainRow(domainId);
		return services.domainsDesk.moveZone(session, domainId, { version, service, reason: "Leaving this service" });
	};
	const stop = async (domainId: string) => {
		const { updatedAt: version } = await domainRow(domainId);
		return services.domainsDesk.stopZoneMove(session, domainId, { version, reason: "Not today" });
	};
	/** Delivers what is due of a kind. Returns the states and reasons. */
	async function run(kind: "dns.move" | "domain.sync" | "dns.publish") {
		const due = and(eq(outbox.state, "new"), eq(outbox.kind, kind), lte(outbox.nextAt, now));
		const rows = await db.read(db.orm.select().from(outbox).where(due));
		for (const { id } of rows) await services.outbox.deliver(id);
		const ids = rows.map(({ id }) => id);
		const after = await db.read(db.orm.select().from(outbox).where(inArray(outbox.id, ids)));
		return after.map(({ state, lastError }) => [state, lastError]);
	}
	const moveOf = async (domainId: string) =>
		(await db.read(db.orm.select().from(zoneMoves).where(eq(zoneMoves.domainId, domainId))))[0];
	return { session, start, stop, run, moveOf };
}

test.each([
	{ from: "powerdns", to: "cloudflare" },
	{ from: "cloudflare", to: "powerdns" },
] as const)(
	"a zone moves from $from to $to, and the old one goes two days after the registry uses the new nameservers",
	async ({ from, to }) => {
		const two = twoServices();
		const has = (service: "powerdns" | "cloudflare", name: string) =>
			service === "powerdns" ? two.powerDns.zones.has(`${name}.`) : two.cloudflare.zones.has(name);
		const { domain, owner } = await aPublishedDomain(two, two.hosts[from].nameservers);
		const { name, id } = domain;
		const { session, start, run, moveOf } = await aMover(two);
		expect(await start(id, to)).toMatchObject({ ok: true });
		expect(await start(id, to)).toMatchObject({
			error: { kind: "conflict", message: expect.stringContaining("already") },
		});
		// Until the new service has it, nothing changes.
		expect([await zoneRow(name), (await domainRow(id)).nameservers]).toMatchObject([
			{ service: from },
			two.hosts[from].nameservers,
		]);
		await run("dns.move");
		expect([has(from, name), has(to, name)]).toEqual([true, true]);
		expect(await zoneRow(name)).toMatchObject({ service: to, ready: true, lockId: null });
		expect(await theSets(two.hosts[to], domain)).toMatchObject([{ values: ["192.0.2.3"] }]);
		expect(await domainRow(id)).toMatchObject({ nameservers: two.hosts[to].nameservers, delegation: "pending" });
		expect(await two.services.domainManagement.setDnssec(owner, id, true)).toMatchObject({
			error: { kind: "conflict", message: expect.stringContaining("is moving") },
		});
		const found = await two.services.domainsDesk.find(session, id);
		const view = found && domainView(found, now);
		expect(view?.zone?.move).toMatch(/ has it\. .* keeps it too, until the registry no longer uses its nameservers/);
		expect(view?.zone?.others.map((other) => other.id)).toEqual([from]);

		now += HOUR;
		await run("dns.move");
		expect(await moveOf(id)).toMatchObject({ state: "delegating", leavesAt: null });
		// The registry takes a while.
		await run("domain.sync");
		now += MINUTE;
		await run("domain.sync");
		expect((await domainRow(id)).delegation).toBe("live");
		now += HOUR;
		await run("dns.move");
		expect(await moveOf(id)).toMatchObject({ state: "removing", leavesAt: now + 2 * DAY });
		now += 2 * DAY - MINUTE;
		await run("dns.move");
		expect(has(from, name)).toBe(true);
		now += MINUTE;
		await run("dns.move");
		expect([has(from, name), has(to, name)]).toEqual([false, true]);
		expect(await moveOf(id)).toBeUndefined();
		expect(await two.services.dns.publish(id)).toBe("published");
		expect(has(from, name)).toBe(false);

		const entries = await db.read(db.orm.select().from(auditLog).where(eq(auditLog.subjectId, id)));
		expect(entries).toMatchObject([{ kind: "domain.zone_move_started", reason: "Leaving this service" }]);
		const [noted] = await db.read(
			db.orm
				.select()
				.from(activityLog)
				.where(and(eq(activityLog.subjectId, id), eq(activityLog.kind, "domain.nameservers"))),
		);
		expect(noted).toMatchObject({ actor: "staff" });
		const mails = await db.read(
			db.orm
				.select()
				.from(outbox)
				.where(and(eq(outbox.kind, "mail.domain-changed"), like(outbox.payload, `%${id}%`))),
		);
		expect(mails.map(({ payload }) => payload)).toMatchObject([{ change: "nameservers" }]);
	},
);

test("a move that waits for the registry for 14 days is left to staff, who deliver it again or stop it in Today", async () => {
	const two = twoServices();
	expectConsoleError();
	const { domain } = await aPublishedDomain(two, brand.nameservers);
	const { session, start, run, moveOf } = await aMover(two);
	await start(domain.id, "cloudflare");
	await run("dns.move");
	now += 14 * DAY - HOUR;
	expect(await run("dns.move")).toMatchObject([["new", expect.stringContaining("does not use the new nameservers")]]);
	now += HOUR;
	expect(await run("dns.move")).toMatchObject([["dead", expect.stringContaining("does not use the new nameservers")]]);
	const email = and(eq(outbox.kind, "mail.staff-task"), like(outbox.payload, "%eventId%"));
	expect(await db.read(db.orm.select().from(outbox).where(email))).toHaveLength(1);

	const inToday = async () => (await two.services.today.queue(session, queueSchema.parse({}))).items;
	const [row] = await inToday();
	if (!row) throw new Error("no row");
	const view = todayView(row, { id: "", now, may: () => true });
	expect(view).toMatchObject({
		title: `The DNS zone of ${domain.name} does not move on`,
		actions: [{ intent: "deliver-again" }, { intent: "stop-zone-move" }],
	});
	const act = async (intent: "deliver-again" | "stop-zone-move", fields: Record<string, string> = {}) => {
		const [{ key, version } = row] = await inToday();
		const member = { id: "", name: "Wanjiku", roles: [] };
		return two.services.today.act(intent, { session, member, fields: { key, version: String(version), ...fields } });
	};
	expect(await act("deliver-again")).toMatchObject({ ok: true });
	expect(await run("dns.move"), "the cause is still there").toMatchObject([["dead", expect.any(String)]]);
	expect(await act("stop-zone-move", { reason: "Its registrar is too slow" })).toMatchObject({
		value: { message: expect.stringContaining("until you delete it there") },
	});
	expect([await moveOf(domain.id), await inToday()]).toEqual([undefined, []]);
	expect(await run("dns.move")).toEqual([]);
});

test("a zone whose domain uses the old nameservers again is kept, and left to staff after a week", async () => {
	const two = twoServices();
	expectConsoleError();
	const { domain } = await aPublishedDomain(two, brand.nameservers);
	const { session, start, run, moveOf, stop } = await aMover(two);
	const set = (fields: Partial<typeof domains.$inferInsert>) =>
		writeRows(db, [db.orm.update(domains).set(fields).where(eq(domains.id, domain.id))]);
	await start(domain.id, "cloudflare");
	await run("dns.move");
	await set({ delegation: "live" });
	now += HOUR;
	await run("dns.move");
	const { leavesAt } = (await moveOf(domain.id)) ?? {};
	if (!leavesAt) throw new Error("no planned end");
	await set({ nameservers: [...brand.nameservers] });
	now = leavesAt;
	expect(await run("dns.move")).toMatchObject([["new", expect.stringContaining("uses nameservers of PowerDNS")]]);
	const found = await two.services.domainsDesk.find(session, domain.id);
	expect(found && domainView(found, now).zone?.move).toMatch(/PowerDNS keeps it too, until the registry/);

	// Other servers remember the old nameservers for two days from when the registry stops using them.
	await set({ nameservers: [...others], delegation: "pending" });
	now += HOUR;
	expect(await run("dns.move")).toMatchObject([["new", expect.stringContaining("does not use the new nameservers")]]);
	await set({ nameservers: [...brand.nameservers], delegation: "live" });
	now = leavesAt + 7 * DAY - HOUR;
	expect(await run("dns.move")).toMatchObject([["new", expect.any(String)]]);
	now += HOUR;
	expect(await run("dns.move")).toMatchObject([["dead", expect.stringContaining("uses nameservers of PowerDNS")]]);
	expect(two.powerDns.zones.has(`${domain.name}.`)).toBe(true);

	// Stopping it on the domain's page ends the row in Today, too.
	expect(await stop(domain.id)).toEqual({ ok: true, value: "both" });
	expect((await two.services.today.queue(session, queueSchema.parse({}))).items).toEqual([]);
});

test("work that began at the old service before the move changes nothing", async () => {
	const two = twoServices();
	const { domain } = await aPublishedDomain(two, brand.nameservers);
	const { powerdns, cloudflare } = two.hosts;
	const owner = ownerOf(domain);
	const before = await powerdns.list(domain.name, owner);
	if (before === "not_owner") throw new Error("no zone");
	const { start, run } = await aMover(two);
	await start(domain.id, "cloudflare");
	await run("dns.move");
	const moved = await cloudflare.list(domain.name, owner);

	const late = { type: "A", name: domain.name, ttl: 300, values: ["192.0.2.99"] } as const;
	expect(await powerdns.apply(domain.name, owner, [late], before.version)).toBe("stale");
	await expect(powerdns.sign(domain.name, owner)).rejects.toThrow("being changed");
	await expect(powerdns.deleteZone(domain.name, owner)).rejects.toThrow("being changed");
	expect(JSON.stringify([...two.powerDns.zones])).not.toContain("192.0.2.99");
	two.powerDns.zones.clear();
	expect(await powerdns.list(domain.name, owner)).toBe("not_owner");
	expect(await cloudflare.list(domain.name, owner)).toEqual(moved);
});

test("a domain with nameservers of others keeps them when its zone moves", async () => {
	const two = twoServices();
	const elsewhere = ["ns1.example.com", "ns2.example.com"];
	const { domain } = await aPublishedDomain(two, elsewhere);
	const { start, run, moveOf } = await aMover(two);
	await start(domain.id, "cloudflare");
	await run("dns.move");
	expect(await domainRow(domain.id)).toMatchObject({ nameservers: elsewhere, delegation: "live" });
	now += HOUR;
	await run("dns.move");
	expect(await moveOf(domain.id)).toMatchObject({ state: "removing" });
	now += 2 * DAY;
	await run("dns.move");
	expect(two.powerDns.zones.has(`${domain.name}.`)).toBe(false);
});

test("a zone with DNSSEC is not moved, nor one to where it is or without the permission", async () => {
	const two = twoServices();
	const { domain, owner } = await aPublishedDomain(two, brand.nameservers);
	const { start, moveOf } = await aMover(two);
	expect(await start(domain.id, "powerdns")).toMatchObject({ error: { fields: { service: expect.any(String) } } });
	expect(await two.services.domainManagement.setDnssec(owner, domain.id, true)).toMatchObject({ ok: true });
	expect(await start(domain.id, "cloudflare")).toMatchObject({
		error: { kind: "conflict", message: expect.stringContaining("turn DNSSEC off first") },
	});
	expect(await moveOf(domain.id)).toBeUndefined();
	const { domain: other } = await aPublishedDomain(two, brand.nameservers);
	const { session } = await aSignedInMember(["support"]);
	const input = { version: other.updatedAt, service: "cloudflare", reason: "x" } as const;
	expect((await two.services.domainsDesk.moveZone(session, other.id, input)).ok).toBe(false);
	expect(await moveOf(other.id)).toBeUndefined();
});

test("a service that fails delays the move, records saved in the meantime go along, and staff can stop it", async () => {
	const two = twoServices();
	const { domain, owner } = await aPublishedDomain(two, others);
	const { start, stop, run, moveOf } = await aMover(two);
	expectConsoleError();
	two.breakPowerDns();
	await start(domain.id, "powerdns");
	expect(await run("dns.move")).toEqual([["new", expect.stringContaining("502")]]);
	expect(await zoneRow(domain.name)).toMatchObject({ service: "cloudflare" });
	await two.services.dns.importFile(owner, { domainId: domain.id, version: 1 }, "www 300 A 192.0.2.9", "replace");
	now += HOUR;
	expect(await two.services.dns.publish(domain.id)).toBe("published");
	expect(await theSets(two.hosts.cloudflare, domain)).toMatchObject([{ values: ["192.0.2.9"] }]);
	two.repairPowerDns();
	await run("dns.move");
	expect(await theSets(two.hosts.powerdns, domain)).toMatchObject([{ values: ["192.0.2.9"] }]);
	// The customer has both zones until someone deletes the old one.
	expect(await stop(domain.id)).toEqual({ ok: true, value: "both" });
	expect(await moveOf(domain.id)).toBeUndefined();
	expect(two.cloudflare.zones.has(domain.name)).toBe(true);
});

test("a move that is stopped before the new service has the zone deletes what was created there", async () => {
	const two = twoServices();
	const { domain } = await aPublishedDomain(two, brand.nameservers);
	const { start, stop, run, moveOf } = await aMover(two);
	expectConsoleError();
	await start(domain.id, "cloudflare");
	// As a Worker leaves it that stopped in the middle of the first step.
	two.cloudflare.faults.plan("error", ({ url }) => url.endsWith("/batch"));
	await run("dns.move");
	expect(two.cloudflare.zones.has(domain.name)).toBe(true);
	now += 2 * MINUTE;
	expect(await stop(domain.id)).toEqual({ ok: true, value: "back" });
	await run("dns.move");
	expect(two.cloudflare.zones.has(domain.name)).toBe(false);
	expect(await moveOf(domain.id)).toBeUndefined();
	expect(await zoneRow(domain.name)).toMatchObject({ service: "powerdns", ready: true });
	expect(await two.services.dns.publish(domain.id)).toBe("published");
	expect((await domainRow(domain.id)).nameservers).toEqual(brand.nameservers);
});

test("the zones of a domain that ends in the middle of a move are deleted at both services", async () => {
	const two = twoServices();
	const { domain } = await aPublishedDomain(two, brand.nameservers);
	const { start, run, moveOf } = await aMover(two);
	await start(domain.id, "cloudflare");
	await run("dns.move");
	await writeRows(db, [db.orm.update(domains).set({ status: "released" }).where(eq(domains.id, domain.id))]);
	await two.services.dns.publish(domain.id);
	now += HOUR;
	await run("dns.move");
	expect(two.cloudflare.zones.has(domain.name)).toBe(false);
	expect(two.powerDns.zones.has(`${domain.name}.`)).toBe(false);
	expect(await moveOf(domain.id)).toBeUndefined();
});

test("a move waits while the setting DNS does not list the old service", async () => {
	const two = twoServices();
	const { domain } = await aPublishedDomain(two, brand.nameservers);
	const { start, run, moveOf } = await aMover(two);
	expectConsoleError();
	await start(domain.id, "cloudflare");
	const only = createDnsHosts(db, { first: two.hosts.cloudflare, others: [] });
	const mover = await aMover({ services: quietServices({ clock, dnsHosts: only }) });
	expect(await mover.run("dns.move")).toEqual([["new", expect.stringContaining("does not list powerdns")]]);
	expect([await moveOf(domain.id), await zoneRow(domain.name)]).toMatchObject([
		{ state: "publishing" },
		{ service: "powerdns" },
	]);
	now += HOUR;
	await run("dns.move");
	expect((await domainRow(domain.id)).nameservers).toEqual(two.hosts.cloudflare.nameservers);
	now += HOUR;
	await writeRows(db, [db.orm.update(domains).set({ delegation: "live" }).where(eq(domains.id, domain.id))]);
	await mover.run("dns.move");
	expect(await moveOf(domain.id)).toMatchObject({ state: "delegating", leavesAt: null });
});

test("a zone is not moved while its domain also uses nameservers of others", async () => {
	const two = twoServices();
	const { domain } = await aPublishedDomain(two, [...brand.nameservers, "ns1.example.com"]);
	const { start, moveOf } = await aMover(two);
	expect(await start(domain.id, "cloudflare")).toMatchObject({
		error: { kind: "conflict", message: expect.stringContaining("ns1.example.com") },
	});
	expect(await moveOf(domain.id)).toBeUndefined();
});
