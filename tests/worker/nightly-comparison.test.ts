import { env } from "cloudflare:workers";
import { and, eq, inArray } from "drizzle-orm";
import { beforeEach, expect, test } from "vitest";
import { createDatabase } from "~/db/client.server";
import { isRecheckDue } from "~/db/comparison-marks.server";
import { nightOf } from "~/db/comparison-round";
import {
	dnsRecords,
	domains,
	jobs,
	orderLines,
	outbox,
	sandboxRegistry,
	sandboxZones,
	taskPositions,
} from "~/db/schema";
import { ownerOf } from "~/features/dns/zone-owner";
import { DAY, HOUR } from "~/lib/durations";
import { createId } from "~/lib/ids";
import { NotNow } from "~/platform/call-pace/call-pace";
import type { CallPaces } from "~/platform/call-pace/choose-call-pace";
import type { DnsHost } from "~/platform/dns/dns-host";
import { oneDnsHost } from "~/platform/dns/dns-hosts";
import { createSandboxDns } from "~/platform/dns/sandbox";
import type { Registrar } from "~/platform/registrar/registrar";
import { createRegistrars } from "~/platform/registrar/registrars";
import { createSandboxRegistrar } from "~/platform/registrar/sandbox";
import { aDomain } from "../support/domains";
import { aCustomer } from "../support/factories";
import { expectConsoleError } from "../support/fail-on-console";
import { aName, anOrder, quietServices, registration } from "../support/orders";
import { writeRows } from "../support/rows";

const db = createDatabase(env.DB);
let now: number;
const clock = () => now;

beforeEach(async () => {
	// In the middle of a night, so that a few hours later is the same one.
	now = Math.floor(Date.now() / DAY) * DAY + HOUR;
	for (const table of [
		"problems",
		"task_positions",
		"compared_versions",
		"comparison_pages",
		"dns_records",
		"sandbox_zones",
		"sandbox_registry",
	])
		await env.DB.exec(`delete from ${table}`);
	await env.DB.exec("update domains set status = 'released'");
	await env.DB.exec("delete from outbox");
});

const host = createSandboxDns({ db, clock: () => now });
const registrar = createSandboxRegistrar({ db, clock: () => now, wait: async () => {} });

/** Both comparisons, with parts of the outside services replaced. */
function servicesWith({ dns = {}, registry = {} }: { dns?: Partial<DnsHost>; registry?: Partial<Registrar> } = {}) {
	// A replaced `info` is asked about each domain, as at a registrar without a list.
	const unlisted = registry.info && { readable: () => [{ id: "sandbox" as const, perMinute: 120 }] };
	return quietServices({
		clock,
		dnsHosts: oneDnsHost({ ...host, ...dns }),
		registrar: { ...registrar, ...unlisted, ...registry },
	});
}

/** Domains that have not changed for a while, in the order of their ids. */
async function someDomains(count: number, fields: Parameters<typeof aDomain>[1] = {}) {
	const { id: userId } = await aCustomer();
	const rows: Awaited<ReturnType<typeof aDomain>>[] = [];
	for (let index = 0; index < count; index += 1)
		rows.push(await aDomain(userId, { name: aName("com"), updatedAt: now - DAY, ...fields }));
	return rows.toSorted((a, b) => (a.id < b.id ? -1 : 1));
}

/** Does the same, and notes the first argument of each call. */
const noted =
	<First, Rest extends unknown[], Answer>(calls: unknown[], work: (first: First, ...rest: Rest) => Answer) =>
	(first: First, ...rest: Rest): Answer => {
		calls.push(first);
		return work(first, ...rest);
	};

type Row = Awaited<ReturnType<typeof aDomain>>;

/** A domain with one record, which its zone has too. */
async function publishedDomains(count: number): Promise<Row[]> {
	const rows = await someDomains(count);
	await writeRows(
		db,
		rows.map(({ id: domainId }) =>
			db.orm
				.insert(dnsRecords)
				.values({ id: createId("dns", now), domainId, type: "A", name: "www", value: "192.0.2.1", ttl: 300 }),
		),
	);
	const { dns } = servicesWith();
	for (const { id } of rows) expect(await dns.publish(id)).toBe("published");
	return rows;
}

/** The queue of the desk: the domains that differ. */
const reportedDifferences = async () =>
	(await env.DB.prepare("select subject, count from problems where kind = 'difference' and resolved_at is null").all())
		.results;

const queued = async (...kinds: string[]) =>
	(
		await db.read(
			db.orm
				.select()
				.from(outbox)
				.where(and(eq(outbox.state, "new"), inArray(outbox.kind, kinds))),
		)
	).map(({ id, payload }) => ({ id, domainId: payload.domainId, payload }));
const idsOf = (rows: readonly { domainId: unknown }[]) => rows.map(({ domainId }) => domainId).toSorted();

/** Delivers these events, as their queue would. */
async function deliver(kind: string, services = servicesWith()) {
	for (const { id } of await queued(kind)) await services.outbox.deliver(id);
}

const theDomain = async (id: string) => (await db.read(db.orm.select().from(domains).where(eq(domains.id, id))))[0];
const theRegistration = async (name: string) =>
	(await db.read(db.orm.select().from(sandboxRegistry).where(eq(sandboxRegistry.name, name))))[0];
const atRegistry = (name: string, fields: Partial<typeof sandboxRegistry.$inferInsert>) =>
	writeRows(db, [db.orm.update(sandboxRegistry).set(fields).where(eq(sandboxRegistry.name, name))]);
const theRound = async (task: string) => {
	const [row] = await db.read(db.orm.select().from(taskPositions).where(eq(taskPositions.task, task)));
	return row && JSON.parse(row.position).round;
};

/** The start of a night in which the versions of these domains are trusted. */
function nightWithoutRechecks(rows: readonly Row[]): number {
	let night = nightOf(now) + 1;
	while (rows.some(({ id }) => isRecheckDue(id, night))) night += 1;
	return night * DAY + HOUR;
}

const tables = ["outbox", "domains", "dns_records", "activity_log", "notifications"];
const allRows = async () =>
	Promise.all(tables.map(async (table) => (await env.DB.prepare(`select * from ${table}`).all()).results));

test("a night in which everything agrees changes no rows but the position, and runs once", async () => {
	const rows = await publishedDomains(3);
	await env.DB.exec("delete from outbox");
	const before = await allRows();
	const calls: unknown[] = [];
	const counting = servicesWith({
		dns: { list: noted(calls, host.list) },
		registry: { info: noted(calls, registrar.info) },
	});
	for (let run = 0; run < 3; run += 1) {
		await counting.zoneComparison.run();
		await counting.registrationComparison.run();
		now += HOUR;
	}
	expect(await allRows()).toEqual(before);
	// One call for each domain at each service.
	expect(calls).toHaveLength(6);
	expect(await theRound("comparison of zones")).toMatchObject({ finished: true, compared: 3, found: {} });
	expect((await env.DB.prepare("select count(*) as count from comparison_pages").first())?.count).toBe(0);
	// From then on, only what has another version is read, and each zone once in 30 nights.
	calls.length = 0;
	for (let night = 0; night < 30; night += 1) {
		now += DAY;
		await counting.zoneComparison.run();
		expect(await theRound("comparison of zones")).toMatchObject({ finished: true, compared: 3 });
	}
	expect(calls.toSorted()).toEqual(rows.map(({ name }) => name).toSorted());
});

test("only zones that have changed on one side are read the next night", async () => {
	const rows = await publishedDomains(4);
	await servicesWith().zoneComparison.run();
	now = nightWithoutRechecks(rows);
	const [there, here] = rows as [Row, Row, ...Row[]];
	await writeRows(db, [
		db.orm.update(sandboxZones).set({ version: 99, rrsets: [] }).where(eq(sandboxZones.name, there.name)),
		db.orm.update(domains).set({ forwards: [], updatedAt: now }).where(eq(domains.id, here.id)),
	]);
	const asked: unknown[] = [];
	const services = servicesWith({ dns: { list: noted(asked, host.list) } });
	await services.zoneComparison.run();
	expect(asked.toSorted()).toEqual([there.name, here.name].toSorted());
	expect(idsOf(await queued("dns.publish"))).toEqual([there.id]);
	expect(await theRound("comparison of zones")).toMatchObject({ compared: 4 });
});

test("a list of several pages is continued by the next run, and each domain is compared once", async () => {
	const rows = await someDomains(5);
	await atRegistry(rows[3]?.name ?? "", { locked: false });
	const names = rows.map(({ name }) => name).toSorted();
	let answers = 2;
	const asked: (string | null)[] = [];
	async function list(cursor: string | null) {
		asked.push(cursor);
		if (answers === 0) throw new Error("503");
		answers -= 1;
		const from = Number(cursor ?? 0);
		const all = (await registrar.readable()[0]?.list?.(null))?.registrations ?? [];
		const those = names.slice(from, from + 2);
		return {
			registrations: all.filter(({ name }) => those.includes(name)),
			next: from + 2 < names.length ? String(from + 2) : null,
		};
	}
	const infos: unknown[] = [];
	const services = servicesWith({
		registry: { info: noted(infos, registrar.info), readable: () => [{ id: "sandbox", perMinute: 10, list }] },
	});
	await services.registrationComparison.run();
	expect(await theRound("comparison with sandbox")).toMatchObject({ stage: "listing", cursor: "4", compared: 4 });
	answers = 9;
	await services.registrationComparison.run();
	expect(asked).toEqual([null, "2", "4", "4"]);
	expect(await theRound("comparison with sandbox")).toMatchObject({ finished: true, compared: 5, unread: 0 });
	expect(infos).toEqual([]);
	expect(idsOf(await queued("domain.sync"))).toEqual([rows[3]?.id]);
});

test("a domain that is missing in the registrar's list is asked for, and ended only if it is gone", async () => {
	const [hidden, gone] = (await someDomains(2)) as [Row, Row];
	await writeRows(db, [db.orm.delete(sandboxRegistry).where(eq(sandboxRegistry.name, gone.name))]);
	const [sandbox] = registrar.readable();
	const services = servicesWith({
		registry: {
			info: registrar.info,
			readable: () => [
				{
					...{ id: "sandbox", perMinute: 10 },
					async list(cursor) {
						const page = await sandbox?.list?.(cursor);
						return { registrations: [], next: page?.next ?? null };
					},
				},
			],
		},
	});
	await services.registrationComparison.run();
	expect(idsOf(await queued("domain.reconcile"))).toEqual([gone.id]);
	expect(await theRound("comparison with sandbox")).toMatchObject({ finished: true, compared: 2 });
	expect(hidden.status).toBe("active");
});

test("a zone with other forwarding, or other keys than its registry knows, is published again", async () => {
	const forwards = [{ host: "www", target: "https://example.com/", permanent: true }];
	const [forwarded, signed, same] = (await publishedDomains(3)) as [Row, Row, Row];
	const ds = await host.sign(same.name, ownerOf(same));
	if (ds === "not_owner") throw new Error("Not the owner");
	await host.sign(signed.name, ownerOf(signed));
	await writeRows(db, [
		db.orm.update(domains).set({ forwards }).where(eq(domains.id, forwarded.id)),
		db.orm
			.update(domains)
			.set({ dnssec: "active", ds: [...ds] })
			.where(inArray(domains.id, [signed.id, same.id])),
	]);
	await servicesWith().zoneComparison.run();
	expect(idsOf(await queued("dns.publish"))).toEqual([forwarded.id, signed.id].toSorted());
	expect((await theRound("comparison of zones")).found).toEqual({
		"Zones with other forwarding": 1,
		"Zones with other DNSSEC keys": 1,
	});
	await deliver("dns.publish");
	expect(await host.list(forwarded.name, ownerOf(forwarded))).toMatchObject({ forwards });
});

test("other DS records at the registry become those of the zone", async () => {
	const ds = [
		{ keyTag: 1, algorithm: 13, digestType: 2, digest: "ab", key: { flags: 257, algorithm: 13, publicKey: "" } },
	];
	const [missing, left, same, waiting, elsewhere] = (await someDomains(5)) as [Row, Row, Row, Row, Row];
	const set = (row: Row, fields: Partial<typeof domains.$inferInsert>) =>
		db.orm.update(domains).set(fields).where(eq(domains.id, row.id));
	await writeRows(db, [
		...[missing, same].map((row) => set(row, { dnssec: "active", ds })),
		set(waiting, { dnssec: "waiting", ds }),
		set(elsewhere, { nameservers: ["ns1.other.example"] }),
	]);
	for (const { name } of [left, same, elsewhere]) await atRegistry(name, { ds });
	await atRegistry(elsewhere.name, { nameservers: ["ns1.other.example"] });
	await servicesWith().registrationComparison.run();
	expect(idsOf(await queued("domain.sync"))).toEqual([missing.id, left.id].toSorted());
	expect((await theRound("comparison with sandbox")).found).toEqual({ "Other DS records at the registrar": 2 });
	await deliver("domain.sync");
	expect((await theRegistration(missing.name))?.ds).toEqual(ds);
	expect((await theRegistration(left.name))?.ds).toEqual([]);
});

test("staff get one email about a round that is not finished in its night", async () => {
	await publishedDomains(3);
	const services = servicesWith({ dns: { readsPerMinute: 1 } });
	await services.zoneComparison.run();
	expect(await queued("mail.staff-task")).toEqual([]);
	now += DAY;
	await services.zoneComparison.run();
	now += DAY;
	const [report, ...others] = await queued("mail.staff-task");
	expect([report?.payload, others]).toEqual([
		{ comparison: "comparison of zones", compared: 1, unread: 0, found: {}, isLate: true },
		[],
	]);
	await services.outbox.deliver(report?.id ?? "");
	const sent = (await services.inbox?.list()) ?? [];
	expect(sent.find(({ subject }) => subject.includes("comparison of zones"))?.text).toContain("midnight UTC");
	await services.zoneComparison.run();
	expect(await theRound("comparison of zones")).toMatchObject({ finished: true, compared: 3, isLate: true });
	expect(await queued("mail.staff-task")).toEqual([]);
});

test("two runs at once compare each domain once", async () => {
	await publishedDomains(5);
	const asked: unknown[] = [];
	const services = [1, 2].map(() => servicesWith({ dns: { list: noted(asked, host.list) } }));
	await Promise.all(services.map(({ zoneComparison }) => zoneComparison.run()));
	expect(asked).toHaveLength(5);
	expect(await theRound("comparison of zones")).toMatchObject({ finished: true, compared: 5 });
});

test("a run ends when the service's budget is used up, and the next one continues", async () => {
	await publishedDomains(6);
	let calls = 5;
	const callPaces: CallPaces = () => async (call) => {
		if (calls === 0) throw new NotNow("busy");
		calls -= 1;
		return call();
	};
	const services = quietServices({ clock, dnsHosts: oneDnsHost(host), registrar, callPaces });
	await services.zoneComparison.run();
	expect(await theRound("comparison of zones")).toMatchObject({ finished: false, compared: 4, silences: 0 });
	calls = 9;
	await services.zoneComparison.run();
	expect(await theRound("comparison of zones")).toMatchObject({ finished: true, compared: 6, unread: 0 });
});

test("a zone with other records, and one that the host has lost, are published again", async () => {
	const [same, other, missing] = (await publishedDomains(3)) as [Row, Row, Row];
	await writeRows(db, [
		db.orm
			.update(sandboxZones)
			.set({ rrsets: [{ name: `www.${other.name}.`, type: "A", ttl: 300, values: ["203.0.113.9"] }] })
			.where(eq(sandboxZones.name, other.name)),
		db.orm.delete(sandboxZones).where(eq(sandboxZones.name, missing.name)),
	]);
	await servicesWith().zoneComparison.run();
	expect(idsOf(await queued("dns.publish"))).toEqual([other.id, missing.id].toSorted());
	await deliver("dns.publish");
	for (const row of [same, other, missing])
		expect(await host.list(row.name, ownerOf(row))).toMatchObject({ rrsets: [{ values: ["192.0.2.1"] }] });
	expect((await theRound("comparison of zones")).found).toEqual({
		"Zones with other records": 1,
		"Zones that were missing": 1,
	});
});

test("a zone whose last edit is not published yet is left to its publication", async () => {
	const [domain] = (await publishedDomains(1)) as [Row];
	await writeRows(db, [
		db.orm.update(domains).set({ zoneVersion: 5 }).where(eq(domains.id, domain.id)),
		db.orm.delete(sandboxZones).where(eq(sandboxZones.name, domain.name)),
	]);
	await servicesWith().zoneComparison.run();
	expect(await queued("dns.publish")).toEqual([]);
});

test("what a customer changes while a slow service is asked is no difference", async () => {
	const [zone] = (await publishedDomains(1)) as [Row];
	await env.DB.exec("delete from outbox");
	const changeWhile = async <T>(answer: () => Promise<T>, change: () => Promise<unknown>): Promise<T> => {
		await change();
		return answer();
	};
	const services = servicesWith({
		dns: {
			list: (name, owner) =>
				changeWhile(
					() => host.list(name, owner),
					async () => {
						await writeRows(db, [
							db.orm.update(dnsRecords).set({ value: "192.0.2.2" }).where(eq(dnsRecords.domainId, zone.id)),
							db.orm.update(domains).set({ updatedAt: now }).where(eq(domains.id, zone.id)),
						]);
						await servicesWith().dns.publish(zone.id);
					},
				),
		},
		registry: {
			info: (held) =>
				changeWhile(
					() => registrar.info(held),
					async () => {
						await writeRows(db, [
							db.orm.update(domains).set({ locked: false, updatedAt: now }).where(eq(domains.id, zone.id)),
						]);
						await atRegistry(zone.name, { locked: false });
					},
				),
		},
	});
	await services.zoneComparison.run();
	await services.registrationComparison.run();
	expect(await queued("dns.publish", "domain.sync", "domain.reconcile")).toEqual([]);
	for (const task of ["comparison of zones", "comparison with sandbox"])
		expect(await theRound(task)).toMatchObject({ finished: true, compared: 1, found: {} });
});

test("a domain that is renewed while a registrar lists its domains has no earlier date there", async () => {
	const [domain] = (await someDomains(1)) as [Row];
	const [sandbox] = registrar.readable();
	const services = servicesWith({
		registry: {
			readable: () => [
				{
					...{ id: "sandbox", perMinute: 10 },
					async list(cursor) {
						const listed = await sandbox?.list?.(cursor);
						const expiresAt = domain.expiresAt + 365 * DAY;
						await atRegistry(domain.name, { expiresAt });
						await writeRows(db, [
							db.orm.update(domains).set({ expiresAt, updatedAt: now }).where(eq(domains.id, domain.id)),
						]);
						return { registrations: listed?.registrations ?? [], next: listed?.next ?? null };
					},
				},
			],
		},
	});
	await services.registrationComparison.run();
	expect(await queued("domain.reconcile")).toEqual([]);
	expect(await theRound("comparison with sandbox")).toMatchObject({ finished: true, found: {} });
});

test("one zone that can't be read stops no other, and is counted", async () => {
	const [first, bad, ...others] = (await publishedDomains(6)) as [Row, Row, ...Row[]];
	await env.DB.exec("delete from sandbox_zones");
	const services = servicesWith({
		dns: { list: (name, owner) => (name === bad.name ? Promise.reject(new Error("500")) : host.list(name, owner)) },
	});
	await services.zoneComparison.run();
	expect(idsOf(await queued("dns.publish"))).toEqual([first, ...others].map(({ id }) => id).toSorted());
	expect(await theRound("comparison of zones")).toMatchObject({ finished: true, compared: 5, unread: 1 });
});

test("a host that stops answering is asked about the same zones by the next run", async () => {
	const rows = await publishedDomains(12);
	await env.DB.exec("delete from sandbox_zones");
	let answers = 8;
	const asked: string[] = [];
	const services = servicesWith({
		dns: {
			async list(name, owner) {
				asked.push(name);
				if (answers <= 0) throw new Error("connect timeout");
				answers -= 1;
				return host.list(name, owner);
			},
		},
	});
	await services.zoneComparison.run();
	expect(asked.splice(0)).toHaveLength(12);
	expect(await theRound("comparison of zones")).toMatchObject({ finished: false, after: rows[7]?.id, compared: 8 });
	await services.zoneComparison.run();
	expect(asked.splice(0)).toEqual(rows.slice(8).map(({ name }) => name));
	answers = 100;
	await services.zoneComparison.run();
	expect(await theRound("comparison of zones")).toMatchObject({ finished: true, compared: 12, unread: 0 });
	expect(await queued("dns.publish")).toHaveLength(12);
});

test("domains are passed over after five runs without any answer", async () => {
	await publishedDomains(5);
	const services = servicesWith({ dns: { list: () => Promise.reject(new Error("connect timeout")) } });
	for (let run = 0; run < 5; run += 1) await services.zoneComparison.run();
	expect(await theRound("comparison of zones")).toMatchObject({ finished: false, unread: 0 });
	await services.zoneComparison.run();
	expect(await theRound("comparison of zones")).toMatchObject({ finished: false, unread: 4 });
});

test("a run compares only as many as the service allows in a minute, and the next one continues", async () => {
	const rows = await publishedDomains(7);
	const asked: unknown[] = [];
	const services = servicesWith({ dns: { readsPerMinute: 3, list: noted(asked, host.list) } });
	await services.zoneComparison.run(() => true);
	expect(asked).toEqual([]);
	for (const expected of [3, 6, 7, 7]) {
		await services.zoneComparison.run();
		expect(asked).toHaveLength(expected);
	}
	expect(asked).toEqual(rows.map(({ name }) => name));
});

test("other nameservers, lock or privacy at the registrar become those of the customer", async () => {
	const [moved, unlocked, bare, same] = (await someDomains(4)) as [Row, Row, Row, Row];
	await atRegistry(moved.name, { nameservers: ["ns.thief.example"] });
	await atRegistry(unlocked.name, { locked: false });
	await atRegistry(bare.name, { privacy: false });
	await atRegistry(same.name, { nameservers: ["NS2.kikoa.example", "ns1.kikoa.example"] });
	const services = servicesWith();
	await services.registrationComparison.run();
	expect(idsOf(await queued("domain.sync"))).toEqual([moved, unlocked, bare].map(({ id }) => id).toSorted());
	await deliver("domain.sync");
	expect(await theRegistration(moved.name)).toMatchObject({ nameservers: ["ns1.kikoa.example", "ns2.kikoa.example"] });
	expect(await theRegistration(unlocked.name)).toMatchObject({ locked: true });
	expect(await theRegistration(bare.name)).toMatchObject({ privacy: true });
	expect(await queued("domain.reconcile")).toEqual([]);
});

test("settings that are changed at the registrar again are sent on three nights in a row, then staff decide", async () => {
	expectConsoleError();
	const [domain] = (await someDomains(1)) as [Row];
	const nights = async (count: number) => {
		const sent: number[] = [];
		for (let night = 0; night < count; night += 1) {
			await atRegistry(domain.name, { locked: false });
			const services = servicesWith();
			await services.registrationComparison.run();
			sent.push((await queued("domain.sync")).length);
			await deliver("domain.sync", services);
			await deliver("domain.reconcile", services);
			now += DAY;
		}
		return sent;
	};
	const dead = () => db.read(db.orm.select().from(outbox).where(eq(outbox.state, "dead")));
	expect(await nights(6)).toEqual([1, 1, 1, 0, 0, 0]);
	expect(await dead()).toMatchObject([{ kind: "domain.reconcile", lastError: expect.stringMatching(/4 nights/) }]);
	expect(await reportedDifferences()).toHaveLength(1);

	// Staff have found the cause and discard the report.
	await env.DB.exec("update outbox set state = 'sent' where state = 'dead'");
	expect(await nights(1)).toEqual([1]);
	expect(await theRegistration(domain.name)).toMatchObject({ locked: true });
	now += DAY;
	expect(await nights(3), "a night in which they agreed begins a new row").toEqual([1, 1, 1]);
	expect(await dead()).toEqual([]);
});

test("a setting that the customer has just changed, or that can't be set, is no difference", async () => {
	const [fresh] = (await someDomains(1, { updatedAt: now - 60_000, locked: false })) as [Row];
	const [fixed] = (await someDomains(1)) as [Row];
	await atRegistry(fixed.name, { locked: false, privacy: false });
	const services = servicesWith({
		registry: {
			async info(held) {
				const info = await registrar.info(held);
				if (!info || info === "not_held" || held.name === fresh.name) return info;
				const { privacy: _, ...rest } = info;
				return { ...rest, locked: null };
			},
		},
	});
	await services.registrationComparison.run();
	expect(await queued("domain.sync")).toEqual([]);
});

test("nameservers that the registrar has by now are noted as in use", async () => {
	const waiting = (await someDomains(2, { delegation: "pending" })) as [Row, Row];
	const [done, different] = waiting;
	await atRegistry(different.name, { nameservers: ["ns.other.example"] });
	await servicesWith().registrationComparison.run();
	expect(await theDomain(done.id)).toMatchObject({ delegation: "live" });
	expect(await theDomain(different.id)).toMatchObject({ delegation: "pending" });
});

test("a change of nameservers that the registrar lacks after a day is sent again, unless it waits for staff by hand", async () => {
	expectConsoleError();
	const [changed] = (await someDomains(1, { delegation: "pending", updatedAt: now - DAY + HOUR })) as [Row];
	await atRegistry(changed.name, { nameservers: ["ns.other.example"] });
	const registry: Partial<Registrar> = { info: (held) => registrar.info(held), update: async () => "by_hand" };
	const night = async () => {
		const services = servicesWith({ registry });
		await services.registrationComparison.run();
		const sent = (await queued("domain.sync")).length;
		await deliver("domain.sync", services);
		now += DAY;
		return sent;
	};
	expect(await night(), "it has a day").toBe(0);
	expect(await night()).toBe(1);
	expect(await night(), "staff have it").toBe(0);
	// They discard it without doing the work.
	await env.DB.exec("update outbox set state = 'sent' where state = 'dead'");
	expect(await night()).toBe(1);
});

test("a later expiry at the registrar is taken over, also for a domain that had expired", async () => {
	const [active] = (await someDomains(1)) as [Row];
	const [expired] = (await someDomains(1, { status: "expired", expiresAt: now - 5 * DAY })) as [Row];
	for (const row of [active, expired]) await atRegistry(row.name, { expiresAt: row.expiresAt + 365 * DAY });
	await servicesWith().registrationComparison.run();
	await deliver("domain.reconcile");
	for (const row of [active, expired])
		expect(await theDomain(row.id)).toMatchObject({ status: "active", expiresAt: row.expiresAt + 365 * DAY });
});

test("an earlier expiry at the registrar changes nothing and is reported to staff once", async () => {
	const [domain] = (await someDomains(1)) as [Row];
	await atRegistry(domain.name, { expiresAt: domain.expiresAt - 100 * DAY });
	expectConsoleError();
	for (let night = 0; night < 3; night += 1) {
		await servicesWith().registrationComparison.run();
		await deliver("domain.reconcile");
		now += DAY;
	}
	expect(await theDomain(domain.id)).toMatchObject({ status: "active", expiresAt: domain.expiresAt });
	const dead = await db.read(db.orm.select().from(outbox).where(eq(outbox.state, "dead")));
	expect(dead).toMatchObject([{ kind: "domain.reconcile", lastError: expect.stringMatching(/earlier expiry date/) }]);
	expect(await reportedDifferences()).toEqual([{ subject: dead[0]?.id, count: 1 }]);
});

test("dates up to a day apart are the same", async () => {
	const [one, other] = (await someDomains(2)) as [Row, Row];
	await atRegistry(one.name, { expiresAt: one.expiresAt + DAY });
	await atRegistry(other.name, { expiresAt: other.expiresAt - DAY });
	await servicesWith().registrationComparison.run();
	expect(await queued("domain.reconcile", "domain.sync")).toEqual([]);
});

test("a customer learns once that another registrar asks for an unlocked domain", async () => {
	const [domain] = (await someDomains(1, { locked: false })) as [Row];
	await atRegistry(domain.name, { locked: false });
	const services = servicesWith({
		registry: {
			info: (held) => registrar.info(held),
			outgoing: async () => ({ to: null, requestedAt: null, until: null, answers: [] }),
		},
	});
	for (let night = 0; night < 2; night += 1) {
		await services.registrationComparison.run();
		now += DAY;
	}
	expect(await queued("mail.domain-changed")).toMatchObject([{ payload: { change: "transfer-requested" } }]);
	expect((await services.notifications.list({ userId: domain.userId })).items).toMatchObject([
		{ kind: "domain.transfer_requested" },
	]);
});

test("an unlocked domain that the registrar says was transferred away ends without a person", async () => {
	const [open, locked] = (await publishedDomains(2)) as [Row, Row];
	await env.DB.exec("delete from outbox");
	await writeRows(db, [
		db.orm.update(domains).set({ locked: false }).where(eq(domains.id, open.id)),
		db.orm.update(sandboxRegistry).set({ state: "elsewhere" }),
	]);
	expectConsoleError();
	await servicesWith().registrationComparison.run();
	await deliver("domain.reconcile");
	for (const { id } of [open, locked]) expect(await theDomain(id)).toMatchObject({ status: "released" });
	expect((await queued("mail.domain-changed")).map(({ payload }) => payload)).toEqual(
		expect.arrayContaining([open, locked].map(({ id }) => ({ domainId: id, change: "transferred" }))),
	);
	const dead = await db.read(db.orm.select().from(outbox).where(eq(outbox.state, "dead")));
	expect(dead.map(({ payload }) => payload)).toMatchObject([{ domainId: locked.id }]);
	expect(await reportedDifferences()).toHaveLength(1);
});

test("a domain that the registrar no longer has is ended, its customer is told, and staff get a report", async () => {
	const [domain] = (await publishedDomains(1)) as [Row];
	await env.DB.exec("delete from outbox");
	await writeRows(db, [db.orm.delete(sandboxRegistry).where(eq(sandboxRegistry.name, domain.name))]);
	expectConsoleError();
	await servicesWith().registrationComparison.run();
	await deliver("domain.reconcile");
	expect(await theDomain(domain.id)).toMatchObject({ status: "released" });
	expect(await queued("mail.domain-changed")).toMatchObject([{ payload: { domainId: domain.id, change: "lost" } }]);
	expect(await reportedDifferences()).toHaveLength(1);
	await deliver("dns.publish");
	expect(await db.read(db.orm.select().from(sandboxZones).where(eq(sandboxZones.name, domain.name)))).toEqual([]);
});

test("a domain that the registrar has again when its item is handled is kept", async () => {
	const [domain] = (await someDomains(1)) as [Row];
	await servicesWith({ registry: { info: async () => "not_held" } }).registrationComparison.run();
	expect(await queued("domain.reconcile")).toHaveLength(1);
	await deliver("domain.reconcile");
	expect(await theDomain(domain.id)).toMatchObject({ status: "active" });
});

test("if a registrar has lost many domains in one night, only the first ten are ended and staff are told", async () => {
	await someDomains(13);
	await env.DB.exec("delete from sandbox_registry");
	await servicesWith().registrationComparison.run();
	const ended = await queued("domain.reconcile");
	// Rows are compared in groups, and each group counts those before it.
	expect(ended).toHaveLength(10);
	const [report] = await queued("mail.staff-task");
	expect(report?.payload).toEqual({
		comparison: "comparison with sandbox",
		compared: 13,
		unread: 0,
		found: { "Domains that the registrar no longer has": 13 },
	});
	const services = servicesWith();
	await services.outbox.deliver(report?.id ?? "");
	const sent = ((await services.inbox?.list()) ?? []).find(({ subject }) =>
		subject.includes("Check the comparison with sandbox"),
	);
	expect(sent?.text).toContain("Domains that the registrar no longer has");
});

test("a renewal in progress keeps its domain from being corrected", async () => {
	const services = servicesWith();
	const name = aName("com");
	const { orderId, user } = await anOrder(services, { items: [registration(name)] });
	const userId = user.id;
	const domain = await aDomain(userId, { name, updatedAt: now - DAY });
	const [line] = await db.read(db.orm.select().from(orderLines).where(eq(orderLines.orderId, orderId)));
	const times = { nextAt: now, createdAt: now, updatedAt: now };
	const job = { id: createId("job", now), orderId, orderLineId: line?.id ?? "", userId, kind: "renew_domain" as const };
	await writeRows(db, [db.orm.insert(jobs).values({ ...job, ...times, payload: {}, state: "running" })]);
	await atRegistry(domain.name, { expiresAt: domain.expiresAt + 365 * DAY });
	await services.registrationComparison.run();
	expect(idsOf(await queued("domain.reconcile"))).toContain(domain.id);
	await deliver("domain.reconcile");
	expect(await theDomain(domain.id)).toMatchObject({ expiresAt: domain.expiresAt });
	await env.DB.exec("update jobs set state = 'done'");
	now += DAY;
	await servicesWith().registrationComparison.run();
	await deliver("domain.reconcile");
	expect(await theDomain(domain.id)).toMatchObject({ expiresAt: domain.expiresAt + 365 * DAY });
});

test("a registrar that is down or slow does not keep back the others, and manual registrations are left out", async () => {
	const { id: userId } = await aCustomer();
	const registrars = ["openprovider", "sandbox", "manual"] as const;
	for (const id of registrars)
		for (let index = 0; index < 2; index += 1)
			await aDomain(userId, { name: aName("com"), registrar: id, updatedAt: now - DAY });
	const asked: string[] = [];
	const adapter = (id: string, answers: boolean, readsPerMinute: number) => ({
		...registrar,
		readsPerMinute,
		async info(held: Parameters<Registrar["info"]>[0]) {
			asked.push(id);
			if (!answers) throw new Error("503");
			return registrar.info(held);
		},
	});
	const several = createRegistrars({
		routes: registrars.map((id) => ({ id, tlds: ["*"] })),
		adapters: {
			openprovider: adapter("openprovider", false, 20),
			sandbox: adapter("sandbox", true, 20),
			manual: adapter("manual", true, 0),
		},
		lookups: registrar,
		hasLookup: () => true,
	});
	await quietServices({ clock, registrar: several }).registrationComparison.run();
	expect(asked.toSorted()).toEqual(["openprovider", "openprovider", "sandbox", "sandbox"]);
	expect(await theRound("comparison with openprovider")).toMatchObject({ finished: false, compared: 0 });
	expect(await theRound("comparison with sandbox")).toMatchObject({ finished: true, compared: 2 });
	expect(await theRound("comparison with manual")).toBeUndefined();
});

test("released domains and names that are only claimed are not compared", async () => {
	await someDomains(1, { status: "released" });
	await someDomains(1, { status: "transfer_in" });
	await someDomains(1, { status: "redemption" });
	const calls: unknown[] = [];
	const services = servicesWith({
		dns: { list: noted(calls, host.list) },
		registry: { info: noted(calls, registrar.info) },
	});
	await services.zoneComparison.run();
	await services.registrationComparison.run();
	expect(calls).toEqual([]);
	expect(await theRound("comparison of zones")).toMatchObject({ finished: true });
});

test("the health report says what the last complete night found", async () => {
	const [, other] = (await publishedDomains(2)) as [Row, Row];
	await writeRows(db, [db.orm.update(sandboxZones).set({ rrsets: [] }).where(eq(sandboxZones.name, other.name))]);
	await servicesWith().zoneComparison.run();
	const ended = new Date(now).toISOString();
	now += DAY;
	await servicesWith({ dns: { zones: () => Promise.reject(new Error("503")) } }).zoneComparison.run();
	const { comparisons } = await servicesWith().health.report();
	const figures = { compared: 2, differing: 1, unanswered: 0, isLate: false };
	expect(comparisons).toEqual([
		{
			...{ name: "comparison of zones", lastEnded: ended, last: figures },
			current: { compared: 0, differing: 0, unanswered: 0, isLate: false, began: expect.stringMatching(/T00:00:00/) },
		},
	]);
});
