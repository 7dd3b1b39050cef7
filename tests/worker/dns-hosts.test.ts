import { env } from "cloudflare:workers";
import { eq } from "drizzle-orm";
import { expect, inject, test } from "vitest";
import { createDatabase } from "~/db/client.server";
import { dnsZones, domains } from "~/db/schema";
import { MINUTE } from "~/lib/durations";
import type { DnsHost, Forwarding, RRset } from "~/platform/dns/dns-host";
import { oneDnsHost } from "~/platform/dns/dns-hosts";
import { createOwnedZones, ServerRefusal } from "~/platform/dns/owned-zones";
import { createPowerDns, readRefusal } from "~/platform/dns/powerdns/powerdns";
import { createSandboxDns } from "~/platform/dns/sandbox";
import { createPowerDnsService } from "../services/powerdns";
import { aCloudflareDns } from "../support/cloudflare-dns";
import { aConfirmedOwner, aDomain } from "../support/domains";
import { aName, quietServices } from "../support/orders";

const db = createDatabase(env.DB);
const nameservers = ["ns1.kikoa.example", "ns2.kikoa.example"];
const apiKey = "key-of-the-tests-0000";

type Reach = (request: Request) => Promise<Response>;

const owned = (
	reach: Reach,
	{
		clock = Date.now,
		forwarding = null as Exclude<Forwarding, { by: "host" }>,
		url = "http://dns.test",
		key = apiKey,
		timeoutMs = 1_000,
	} = {},
) =>
	createOwnedZones({
		db,
		clock,
		server: createPowerDns({
			...{ url, apiKey: key, nameservers, contact: "dns.team@kikoa.example", forwarding, timeoutMs },
			fetch: (address, init) => reach(new Request(address, init)),
		}),
	});

/** A host at the local server that behaves like PowerDNS. */
function aPowerDns(options: { clock?: () => number; forwarding?: Exclude<Forwarding, { by: "host" }> } = {}) {
	const service = createPowerDnsService({ clock: options.clock ?? Date.now, apiKey });
	return { service, host: owned(service.fetch, options) };
}

const real = inject("powerDns");

interface Host {
	readonly name: string;
	readonly installed: boolean;
	readonly create: () => DnsHost;
}

const powerDnsServers = [
	{
		...{ name: "the local PowerDNS", installed: true, url: "http://dns.test", key: apiKey },
		reach: (): Reach => createPowerDnsService({ clock: Date.now, apiKey }).fetch,
	},
	{
		...{ name: "a real PowerDNS", installed: real !== null, url: real?.url ?? "", key: real?.apiKey ?? "" },
		reach: (): Reach => (request) => fetch(request),
	},
];
const powerDnsHosts: readonly Host[] = powerDnsServers.map(({ name, installed, url, key, reach }) => ({
	...{ name, installed },
	create: () => owned(reach(), { url, key, timeoutMs: 10_000 }),
}));
const hosts: readonly Host[] = [
	{ name: "the sandbox", installed: true, create: () => createSandboxDns({ db, clock: Date.now }) },
	{ name: "the local Cloudflare", installed: true, create: () => aCloudflareDns().host },
	...powerDnsHosts,
];

const earlier = { id: "dom_earlier", since: 1_000 };
const later = { id: "dom_later", since: 2_000 };
const a = (name: string, ...values: string[]): RRset => ({ name: `${name}.`, type: "A", ttl: 60, values });
const sorted = (sets: readonly RRset[]) =>
	sets
		.map((set) => ({ ...set, values: set.values.toSorted() }))
		.toSorted((one, other) => `${one.name} ${one.type}`.localeCompare(`${other.name} ${other.type}`));

async function theZone(host: DnsHost, zone: string, owner = earlier) {
	const hosted = await host.list(zone, owner);
	if (hosted === "not_owner") throw new Error("Not the owner");
	return hosted;
}

/** Defines a test for each host. */
function contract(says: string, run: (host: DnsHost, zone: string) => Promise<void>) {
	for (const { name, installed, create } of hosts)
		test.skipIf(!installed)(`${says} (${name})`, () => run(create(), aName("com")));
}

contract("a zone is changed only for its owner, and handed empty to a later one", async (host, zone) => {
	const sets = [a(zone, "192.0.2.1")];
	expect(await host.claimZone(zone, earlier)).toEqual({ nameservers });
	const { version } = await theZone(host, zone);
	expect(await host.apply(zone, earlier, sets, version)).toBe("applied");
	await host.sign(zone, earlier);
	for (const attempt of [
		() => host.list(zone, later),
		() => host.apply(zone, later, [], version + 1),
		() => host.sign(zone, later),
		() => host.unsign(zone, later),
		() => host.deleteZone(zone, later),
		...(host.forwarding?.by === "host"
			? [() => host.forwarding?.by === "host" && host.forwarding.set(zone, later, [])]
			: []),
	])
		expect(await attempt()).toBe("not_owner");
	await host.claimZone(zone, earlier);
	expect((await theZone(host, zone)).rrsets).toEqual(sets);
	const [before] = (await host.sign(zone, earlier)) as readonly { keyTag: number; digest: string }[];
	await host.claimZone(zone, later);
	expect((await theZone(host, zone, later)).rrsets).toEqual([]);
	const [after] = (await host.sign(zone, later)) as readonly { keyTag: number; digest: string }[];
	// Cloudflare signs all zones with one key.
	if (host.id !== "cloudflare") expect(after?.digest).not.toBe(before?.digest);
	for (const attempt of [host.claimZone(zone, earlier), host.list(zone, earlier), host.deleteZone(zone, earlier)])
		expect(await attempt).toBe("not_owner");
	expect(await host.deleteZone(zone, later)).toBe("deleted");
	expect(await host.deleteZone(zone, later)).toBe("not_owner");
	expect(await host.list(zone, later)).toBe("not_owner");
});

contract("one of two parallel changes of the same version is applied", async (host, zone) => {
	await host.claimZone(zone, earlier);
	const { version } = await theZone(host, zone);
	const changes = ["192.0.2.1", "192.0.2.2", "192.0.2.3"].map((value) => [a(zone, value), a(`www.${zone}`, value)]);
	const results = await Promise.all(changes.map((sets) => host.apply(zone, earlier, sets, version)));
	expect(results.toSorted()).toEqual(["applied", "stale", "stale"]);
	const { rrsets, version: next } = await theZone(host, zone);
	expect(sorted(rrsets)).toEqual(sorted(changes[results.indexOf("applied")] ?? []));
	expect(next).not.toBe(version);
	// Cloudflare shows no serial.
	if (host.id !== "cloudflare") expect(next).toBeGreaterThan(version);
	expect(await host.apply(zone, earlier, [a(zone)], version)).toBe("stale");
});

contract("each zone is listed once, with another version after a change, and its keys are read", async (host, zone) => {
	const others = [aName("com"), aName("net"), aName("org")];
	for (const name of [zone, ...others]) await host.claimZone(name, earlier);
	async function versions(): Promise<Map<string, string>> {
		const found = new Map<string, string>();
		for (let cursor: string | null = null, isFirst = true; isFirst || cursor !== null; isFirst = false) {
			const page = await host.zones(cursor);
			for (const { name, version } of page.zones) {
				expect(found.has(name)).toBe(false);
				found.set(name, version);
			}
			cursor = page.next;
		}
		return found;
	}
	const before = await versions();
	expect([zone, ...others].filter((name) => !before.has(name))).toEqual([]);
	expect(await host.keys(zone, earlier)).toEqual([]);
	const keys = await host.sign(zone, earlier);
	expect(await host.keys(zone, earlier)).toEqual(keys);
	expect(await host.keys(zone, later)).toBe("not_owner");
	const { version } = await theZone(host, zone);
	await host.apply(zone, earlier, [a(zone, "192.0.2.1")], version);
	const after = await versions();
	// The documentation of Cloudflare does not say that a record changes its zone's version.
	if (host.id !== "cloudflare") expect(after.get(zone)).not.toBe(before.get(zone));
	expect(others.map((name) => after.get(name))).toEqual(others.map((name) => before.get(name)));
});

contract("parallel claims give a zone one owner, the latest", async (host, zone) => {
	const claims = await Promise.allSettled([earlier, later, earlier, later].map((owner) => host.claimZone(zone, owner)));
	expect(claims.some(({ status }) => status === "fulfilled")).toBe(true);
	await host.claimZone(zone, later);
	expect((await theZone(host, zone, later)).rrsets).toEqual([]);
	expect(await host.list(zone, earlier)).toBe("not_owner");
});

contract("every type of record is read back as it was written", async (host, zone) => {
	const set = (name: string, type: string, ...values: string[]) => ({ name, type, ttl: 3_600, values });
	const sets = [
		set(`${zone}.`, "A", "192.0.2.1", "192.0.2.2"),
		set(`${zone}.`, "AAAA", "2001:db8::1"),
		set(`${zone}.`, "MX", "10 mail.example.com.", "20 mail2.example.com."),
		set(`${zone}.`, "TXT", '"v=spf1 -all"', `"${"x".repeat(255)}" "${"x".repeat(45)}"`, '"\\200\\"\\\\;"'),
		set(`${zone}.`, "CAA", '0 issue "letsencrypt.org"', '128 iodef "mailto:a@b.example"'),
		set(`_sip._tcp.${zone}.`, "SRV", "0 5 443 sip.example.com.", "10 0 5060 ."),
		set(`*.${zone}.`, "CNAME", "www.example.com."),
		set(`sub.${zone}.`, "NS", "ns1.example.com.", "ns2.example.com."),
		set(`xn--bcher-kva.${zone}.`, "TXT", '""'),
	];
	await host.claimZone(zone, earlier);
	const { version } = await theZone(host, zone);
	expect(await host.apply(zone, earlier, sets, version)).toBe("applied");
	const written = await theZone(host, zone);
	expect(sorted(written.rrsets)).toEqual(sorted(sets));
	const emptied = sets.map((one) => ({ ...one, values: [] }));
	expect(await host.apply(zone, earlier, emptied, written.version)).toBe("applied");
	expect((await theZone(host, zone)).rrsets).toEqual([]);
});

contract("a signed zone keeps its key until it is unsigned", async (host, zone) => {
	await host.claimZone(zone, earlier);
	const signed = await host.sign(zone, earlier);
	expect(signed).toEqual([
		{
			keyTag: expect.any(Number),
			algorithm: 13,
			digestType: 2,
			digest: expect.stringMatching(/^[0-9a-f]{64}$/),
			key: { flags: 257, algorithm: 13, publicKey: expect.stringMatching(/^[A-Za-z0-9+/]{86}==$/) },
		},
	]);
	expect(await host.sign(zone, earlier)).toEqual(signed);
	expect((await theZone(host, zone)).rrsets).toEqual([]);
	for (let time = 0; time < 2; time += 1) expect(await host.unsign(zone, earlier)).toBe("unsigned");
	if (host.id !== "cloudflare") expect(await host.sign(zone, earlier)).not.toEqual(signed);
});

contract("the probe succeeds", (host) => host.probe());

test.skipIf(!real)("a DS record is the one that PowerDNS computes", async () => {
	const zone = aName("com");
	const host = powerDnsHosts[1]?.create() as DnsHost;
	await host.claimZone(zone, earlier);
	const [ds] = (await host.sign(zone, earlier)) as readonly { keyTag: number; digest: string }[];
	const response = await fetch(`${real?.url}/api/v1/servers/localhost/zones/${zone}./cryptokeys`, {
		headers: { "X-API-Key": real?.apiKey ?? "" },
	});
	const [key] = await response.json<{ ds: string[] }[]>();
	expect(key?.ds).toContain(`${ds?.keyTag} 13 2 ${ds?.digest}`);
});

/** The messages of the local server are those of the real one. */
for (const { name, installed, create } of powerDnsHosts)
	test.skipIf(!installed)(
		`a refused change names its record and field, and nothing of it is applied (${name})`,
		async () => {
			const [host, zone] = [create(), aName("com")];
			await host.claimZone(zone, earlier);
			const { version } = await theZone(host, zone);
			const www = `www.${zone}.`;
			const set = (name: string, type: string, values: string[], ttl = 60) => ({ name, type, ttl, values });
			const refusals = [
				[set(www, "A", ["bad"]), { field: "value", set: { name: www, type: "A" } }],
				[set(www, "TXT", ["bare"]), { field: "value", set: { name: www, type: "TXT" } }],
				[set(www, "CNAME", ["example.com"]), { field: "value", set: { name: www, type: "CNAME" } }],
				[set(www, "AAAA", ["2001:db8::1", "2001:db8::1"]), { field: "value", set: { name: www, type: "AAAA" } }],
				[set(`www.${zone}`, "A", ["192.0.2.1"]), { field: "name" }],
				[
					set("www.other.example.", "A", ["192.0.2.1"]),
					{ field: "name", set: { name: "www.other.example.", type: "A" } },
				],
			] as const;
			for (const [change, refusal] of refusals)
				expect(await host.apply(zone, earlier, [a(zone, "192.0.2.1"), change], version)).toMatchObject({
					...refusal,
					refused: expect.any(String),
				});
			const both = [set(www, "A", ["192.0.2.1"]), set(www, "CNAME", ["example.com."])];
			expect(await host.apply(zone, earlier, both, version)).toMatchObject({
				refused: "Conflicts with pre-existing RRset",
				field: "name",
			});
			expect(await theZone(host, zone)).toEqual({ version, rrsets: [] });
		},
	);

/** Errors other than 422 are plain text: "Unauthorized", "Not Found", "Conflict". */
for (const { name, installed, url, key, reach } of powerDnsServers)
	test.skipIf(!installed)(
		`an error in plain text is a refusal with its text, and leaves the zone free (${name})`,
		async () => {
			const zone = aName("com");
			const server = reach();
			const send = (method: string, path: string, body?: unknown) =>
				server(
					new Request(`${url}/api/v1/servers/localhost${path}`, {
						method,
						headers: { "X-API-Key": key, "Content-Type": "application/json" },
						...(body !== undefined && { body: JSON.stringify(body) }),
					}),
				);
			/** A host at which someone else changes the zone after our first request. */
			function meanwhile(change: () => Promise<Response>): DnsHost {
				let isFirst = true;
				return owned(
					async (request) => {
						const response = await server(request);
						if (isFirst) expect((await change()).ok).toBe(true);
						isFirst = false;
						return response;
					},
					{ url, key, timeoutMs: 10_000 },
				);
			}
			const failureOf = (work: Promise<unknown>) =>
				work.then(
					() => null,
					(error: unknown) => error,
				);
			const host = owned(server, { url, key, timeoutMs: 10_000 });

			const created = meanwhile(() =>
				send("POST", "/zones", { name: `${zone}.`, kind: "Native", account: earlier.id, nameservers: [] }),
			);
			const conflict = await failureOf(created.claimZone(zone, earlier));
			expect(conflict).toBeInstanceOf(ServerRefusal);
			expect(String(conflict)).toMatch(/refused POST \/zones: Conflict$/);
			expect(await host.claimZone(zone, earlier)).toEqual({ nameservers });

			const { version } = await theZone(host, zone);
			const deleted = meanwhile(() => send("DELETE", `/zones/${zone}.`));
			const missing = await failureOf(deleted.apply(zone, earlier, [a(zone, "192.0.2.1")], version));
			expect(missing).toBeInstanceOf(ServerRefusal);
			expect(String(missing)).toMatch(/refused to change \S+: Not Found$/);
			expect(await host.list(zone, earlier)).toBe("not_owner");
			expect(await host.claimZone(zone, earlier)).toEqual({ nameservers });

			const wrongKey = await failureOf(owned(server, { url, key: "wrong-key-000000" }).list(zone, earlier));
			expect(wrongKey).toBeInstanceOf(ServerRefusal);
			expect(String(wrongKey)).toMatch(/rejected the API key.*401/);
		},
	);

test("an unknown message of PowerDNS is passed on whole", () => {
	expect(readRefusal("Something new")).toEqual({ refused: "Something new" });
	expect(readRefusal("Key 'ttl' not an Integer or not present")).toMatchObject({ field: "ttl" });
});

test("a zone's SOA record names our first nameserver and our mailbox", async () => {
	const { host, service } = aPowerDns();
	const zone = aName("com");
	await host.claimZone(zone, earlier);
	expect(service.zones.get(`${zone}.`)).toMatchObject({
		account: earlier.id,
		kind: "Native",
		sets: [{ type: "SOA" }, { type: "NS", records: nameservers.map((name) => ({ content: `${name}.` })) }],
	});
	const [soa] = service.zones.get(`${zone}.`)?.sets ?? [];
	expect(soa?.records[0]?.content).toMatch(/^ns1\.kikoa\.example\. dns\\\.team\.kikoa\.example\. \d{10} /);
});

test("a wrong key, a server error and silence are errors that name no secret", async () => {
	const { host, service } = aPowerDns();
	const zone = aName("com");
	await expect(owned(service.fetch, { key: "wrong-key-000000" }).probe()).rejects.toThrow(/rejected the API key.*401/);
	for (const fault of ["refuse", "error", "silent", "lost"] as const) {
		service.faults.plan(fault);
		const failed = await host.probe().catch((error: unknown) => error);
		expect(failed).toBeInstanceOf(Error);
		expect(String(failed)).not.toContain(apiKey);
	}
	service.faults.plan("refuse");
	await expect(host.claimZone(zone, earlier)).rejects.toBeInstanceOf(ServerRefusal);
	// A refusal changes nothing, so the next attempt need not wait.
	expect(await host.claimZone(zone, earlier)).toEqual({ nameservers });
});

test("a claim that stopped at any call is completed by the next one, and the earlier owner stays out", async () => {
	let now = Date.now();
	for (const [fault, method] of [
		["silent", "GET"],
		["error", "DELETE"],
		["lost", "DELETE"],
		["silent", "POST"],
		["error", "POST"],
		["lost", "POST"],
	] as const) {
		const { host, service } = aPowerDns({ clock: () => now });
		const zone = aName("com");
		await host.claimZone(zone, earlier);
		const { version } = await theZone(host, zone);
		await host.apply(zone, earlier, [a(zone, "192.0.2.1")], version);
		service.faults.plan(fault, (request) => request.method === method);
		await expect(host.claimZone(zone, later), `${fault} ${method}`).rejects.toThrow();
		for (const attempt of [
			host.list(zone, earlier),
			host.apply(zone, earlier, [a(zone, "192.0.2.2")], version + 1),
			host.claimZone(zone, earlier),
		])
			expect(await attempt).toBe("not_owner");
		// The server may still be working on the request.
		await expect(host.claimZone(zone, later)).rejects.toThrow(/being changed/);
		expect(await host.list(zone, later)).toBe("not_owner");
		now += MINUTE;
		expect(await host.claimZone(zone, later)).toEqual({ nameservers });
		expect((await theZone(host, zone, later)).rrsets).toEqual([]);
		expect(service.zones.get(`${zone}.`)?.account).toBe(later.id);
	}
});

test("a change without an answer keeps the zone locked until the server can't apply it any more", async () => {
	let now = Date.now();
	const { host, service } = aPowerDns({ clock: () => now });
	const zone = aName("com");
	await host.claimZone(zone, earlier);
	const { version } = await theZone(host, zone);
	service.faults.plan("late", ({ method }) => method === "PATCH");
	await expect(host.apply(zone, earlier, [a(zone, "192.0.2.1")], version)).rejects.toThrow();
	expect(await host.apply(zone, earlier, [a(zone, "192.0.2.2")], version)).toBe("stale");
	await expect(host.deleteZone(zone, earlier)).rejects.toThrow(/being changed/);
	await service.faults.finishLate();
	now += MINUTE;
	expect(await host.apply(zone, earlier, [a(zone, "192.0.2.2")], version)).toBe("stale");
	expect(await theZone(host, zone)).toEqual({ version: version + 1, rrsets: [a(zone, "192.0.2.1")] });
	expect(await host.apply(zone, earlier, [a(zone, "192.0.2.2")], version + 1)).toBe("applied");
});

test("a deletion that stopped is completed by the next one", async () => {
	let now = Date.now();
	for (const fault of ["silent", "lost"] as const) {
		const { host, service } = aPowerDns({ clock: () => now });
		const zone = aName("com");
		await host.claimZone(zone, earlier);
		service.faults.plan(fault, ({ method }) => method === "DELETE");
		await expect(host.deleteZone(zone, earlier)).rejects.toThrow();
		now += MINUTE;
		expect(await host.deleteZone(zone, earlier)).toBe("deleted");
		expect(service.zones.size).toBe(0);
		expect(await db.read(db.orm.select().from(dnsZones).where(eq(dnsZones.name, zone)))).toEqual([]);
	}
});

test("a zone that someone else created on the server is never touched", async () => {
	const { host, service } = aPowerDns();
	const zone = aName("com");
	const theirs = { name: `${zone}.`, kind: "Native", account: "", serial: 7, soaEditApi: "", sets: [], keys: [] };
	service.zones.set(`${zone}.`, theirs);
	await expect(host.claimZone(zone, earlier)).rejects.toThrow(/that we did not create/);
	expect(service.zones.get(`${zone}.`)).toBe(theirs);
	service.zones.delete(`${zone}.`);
	expect(await host.claimZone(zone, earlier)).toEqual({ nameservers });
});

test("a zone that the server has lost is created again", async () => {
	const { host, service } = aPowerDns();
	const zone = aName("com");
	await host.claimZone(zone, earlier);
	service.zones.clear();
	expect(await host.list(zone, earlier)).toBe("not_owner");
	await host.claimZone(zone, earlier);
	expect((await theZone(host, zone)).rrsets).toEqual([]);
});

/** A customer with a domain, whose zone PowerDNS publishes. */
async function aPublishedDomain(options: Parameters<typeof aPowerDns>[0] = {}) {
	const { host, service } = aPowerDns(options);
	const services = quietServices({ dnsHosts: oneDnsHost(host) });
	const { owner, user } = await aConfirmedOwner(services);
	const domain = await aDomain(user.id);
	const sets = () =>
		(service.zones.get(`${domain.name}.`)?.sets ?? [])
			.filter(({ name, type }) => type !== "SOA" && !(type === "NS" && name === `${domain.name}.`))
			.map(({ name, type, records }) => ({ name, type, values: records.map(({ content }) => content) }));
	const version = async () => (await services.dns.zone(owner, domain.id))?.domain.zoneVersion ?? 0;
	const at = async () => ({ domainId: domain.id, version: await version() });
	return { host, service, services, owner, domain, sets, at };
}

test("a customer's records reach PowerDNS, and publishing again changes nothing", async () => {
	const { service, services, owner, domain, sets, at } = await aPublishedDomain();
	const file = `@ MX 10 mail\nmail A 192.0.2.3\n@ TXT "${"x".repeat(300)}"\n@ CAA 0 issue "letsencrypt.org"\n`;
	expect(await services.dns.importFile(owner, await at(), file, "replace")).toMatchObject({ ok: true });
	expect(await services.dns.publish(domain.id)).toBe("published");
	expect(sets()).toHaveLength(4);
	const serial = service.zones.get(`${domain.name}.`)?.serial;
	expect(await services.dns.publish(domain.id)).toBe("published");
	expect(service.zones.get(`${domain.name}.`)?.serial).toBe(serial);
});

test("a publication is repeated after any failed call, and ends with the customer's records", async () => {
	for (const fault of ["refuse", "error", "silent", "lost"] as const)
		for (const method of ["GET", "POST", "PATCH"]) {
			let now = Date.now();
			const { service, services, owner, domain, sets, at } = await aPublishedDomain({ clock: () => now });
			await services.dns.importFile(owner, await at(), "www A 192.0.2.3", "replace");
			service.faults.plan(fault, (request) => request.method === method);
			const first = await services.dns.publish(domain.id).catch(() => "failed");
			expect(["failed", "again"], `${fault} ${method}`).toContain(first);
			now += MINUTE;
			expect(await services.dns.publish(domain.id)).toBe("published");
			expect(sets()).toEqual([{ name: `www.${domain.name}.`, type: "A", values: ["192.0.2.3"] }]);
		}
});

test("records that PowerDNS rejects are reported with their name instead of tried again", async () => {
	const { services, owner, domain, at } = await aPublishedDomain();
	await services.dns.importFile(owner, await at(), "www A 192.0.2.3", "replace");
	const { host } = aPowerDns();
	const picky: DnsHost = { ...host, apply: async () => readRefusal(`RRset www.${domain.name}. IN A: Too picky`) };
	expect(await quietServices({ dnsHosts: oneDnsHost(picky) }).dns.publish(domain.id)).toEqual({
		refused: "Too picky",
		field: "name",
		set: { name: `www.${domain.name}.`, type: "A" },
	});
});

test("a forwarded name leads to the redirect server until the forwarding is removed", async () => {
	const addresses = ["192.0.2.80", "2001:db8::80"];
	const { services, owner, domain, sets, at } = await aPublishedDomain({ forwarding: { by: "records", addresses } });
	await services.dns.importFile(owner, await at(), "www CNAME example.com.\n@ A 192.0.2.3", "replace");
	const forward = { host: "www", target: "https://example.com/shop?a=1", permanent: false };
	expect(await services.domainManagement.addForward(owner, domain.id, forward)).toMatchObject({ ok: true });
	expect(await services.dns.publish(domain.id)).toBe("published");
	const www = `www.${domain.name}.`;
	expect(sets()).toEqual(
		expect.arrayContaining([
			{ name: `${domain.name}.`, type: "A", values: ["192.0.2.3"] },
			{ name: www, type: "A", values: ["192.0.2.80"] },
			{ name: www, type: "AAAA", values: ["2001:db8::80"] },
			{ name: `_.${www}`, type: "TXT", values: ['"http-status=302;forward-domain=https://example.com/shop?a=1"'] },
		]),
	);
	expect(sets()).toHaveLength(4);
	await services.domainManagement.removeForward(owner, domain.id, "www");
	expect(await services.dns.publish(domain.id)).toBe("published");
	expect(sets()).toEqual([
		{ name: `${domain.name}.`, type: "A", values: ["192.0.2.3"] },
		{ name: www, type: "CNAME", values: ["example.com."] },
	]);
});

test("without a redirect server no name can be forwarded", async () => {
	const { services, owner, domain } = await aPublishedDomain();
	const forward = { host: "www", target: "https://example.com/", permanent: true };
	expect(await services.domainManagement.canForward(domain.name)).toBe(false);
	expect(await services.domainManagement.addForward(owner, domain.id, forward)).toMatchObject({
		ok: false,
		error: { kind: "unavailable" },
	});
	const [row] = await db.read(db.orm.select().from(domains).where(eq(domains.id, domain.id)));
	expect(row?.forwards).toBeNull();
});
