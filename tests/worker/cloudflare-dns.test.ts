import { env } from "cloudflare:workers";
import { eq } from "drizzle-orm";
import { expect, test } from "vitest";
import { createDatabase } from "~/db/client.server";
import { outbox } from "~/db/schema";
import { DAY, MINUTE } from "~/lib/durations";
import { RetryLater } from "~/lib/retry-later";
import { mark } from "~/platform/dns/cloudflare/records";
import type { RRset } from "~/platform/dns/dns-host";
import { oneDnsHost } from "~/platform/dns/dns-hosts";
import { ServerRefusal } from "~/platform/dns/owned-zones";
import { aCloudflareDns, cloudflareToken } from "../support/cloudflare-dns";
import { aConfirmedOwner, aDomain } from "../support/domains";
import { expectConsoleError } from "../support/fail-on-console";
import { aName, quietServices } from "../support/orders";

const db = createDatabase(env.DB);
const owner = { id: "dom_cloudflare", since: 1_000 };
const set = (name: string, type: string, values: string[], ttl = 300): RRset => ({ name, type, ttl, values });

type Host = ReturnType<typeof aCloudflareDns>["host"];

/** Applies changes to the zone as it is. */
async function change(host: Host, zone: string, ...sets: RRset[]) {
	const hosted = await host.list(zone, owner);
	if (hosted === "not_owner") throw new Error("Not the owner");
	return host.apply(zone, owner, sets, hosted.version);
}

/** A customer with a domain, whose zone Cloudflare publishes. Each call has a host of its own, as in production. */
async function aPublishedDomain(options: Parameters<typeof aCloudflareDns>[0] = {}) {
	const cloudflare = aCloudflareDns(options);
	const services = () =>
		quietServices({ dnsHosts: oneDnsHost(cloudflare.newHost()), ...(options.clock && { clock: options.clock }) });
	const { owner: customer, user } = await aConfirmedOwner(services());
	const domain = await aDomain(user.id, { name: aName("com") });
	const records = () => cloudflare.service.zones.get(domain.name)?.records ?? [];
	const write = async (file: string) => {
		const version = (await services().dns.zone(customer, domain.id))?.domain.zoneVersion ?? 0;
		expect(await services().dns.importFile(customer, { domainId: domain.id, version }, file, "replace")).toMatchObject({
			ok: true,
		});
	};
	return { ...cloudflare, services, domain, records, write };
}

test("records are stored as Cloudflare wants them: without its proxy, without trailing dots, SRV and CAA as data", async () => {
	const { services, domain, records, write } = await aPublishedDomain();
	await write(
		[
			"@ 300 A 192.0.2.3",
			"@ 300 MX 10 mail.example.com.",
			'@ 300 CAA 0 issue "letsencrypt.org"',
			"www 300 CNAME example.com.",
			'@ 300 TXT "v=spf1 -all"',
			"_sip._tcp 300 SRV 1 2 5060 sip.example.com.",
		].join("\n"),
	);
	expect(await services().dns.publish(domain.id)).toBe("published");
	const { name } = domain;
	expect(records().map(({ id: _, ...record }) => record)).toEqual(
		expect.arrayContaining([
			expect.objectContaining({ name, type: "A", content: "192.0.2.3", proxied: false, ttl: 300, comment: mark }),
			expect.objectContaining({ name, type: "MX", content: "mail.example.com", priority: 10 }),
			expect.objectContaining({ name, type: "CAA", data: { flags: 0, tag: "issue", value: "letsencrypt.org" } }),
			expect.objectContaining({ name: `www.${name}`, type: "CNAME", content: "example.com", proxied: false }),
			expect.objectContaining({ name, type: "TXT", content: '"v=spf1 -all"' }),
			expect.objectContaining({
				name: `_sip._tcp.${name}`,
				data: { priority: 1, weight: 2, port: 5060, target: "sip.example.com" },
			}),
		]),
	);
	const before = structuredClone(records());
	expect(await services().dns.publish(domain.id)).toBe("published");
	expect(records()).toEqual(before);
});

test("a change keeps the records that stay, in one request", async () => {
	const { host, service } = aCloudflareDns();
	const zone = aName("com");
	await host.claimZone(zone, owner);
	await change(host, zone, set(`${zone}.`, "A", ["192.0.2.1", "192.0.2.2"]), set(`www.${zone}.`, "A", ["192.0.2.1"]));
	const idOf = (content: string) => service.zones.get(zone)?.records.find((one) => one.content === content)?.id;
	const kept = idOf("192.0.2.2");
	const sent = service.calls.length;
	await change(
		host,
		zone,
		set(`${zone}.`, "A", ["192.0.2.2", "192.0.2.3"], 600),
		set(`www.${zone}.`, "A", []),
		set(`www.${zone}.`, "CNAME", ["example.com."]),
	);
	expect(service.calls.slice(sent).filter((call) => call.startsWith("POST"))).toHaveLength(1);
	expect(idOf("192.0.2.2")).toBe(kept);
	expect(
		service.zones
			.get(zone)
			?.records.map(({ type, content, ttl }) => `${type} ${content} ${ttl}`)
			.toSorted(),
	).toEqual(["A 192.0.2.2 600", "A 192.0.2.3 600", "CNAME example.com 300"]);
});

test("a refused change names its record and field, and nothing of it is applied", async () => {
	const { host } = aCloudflareDns();
	const zone = aName("com");
	await host.claimZone(zone, owner);
	await change(host, zone, set(`www.${zone}.`, "A", ["192.0.2.1"]));
	const before = await host.list(zone, owner);
	const good = set(`${zone}.`, "A", ["192.0.2.9"]);
	const refusals = [
		[set(`a.${zone}.`, "A", ["bad"]), "value"],
		[set(`a.${zone}.`, "A", ["192.0.2.1"], 30), "ttl"],
		[set(`www.${zone}.`, "CNAME", ["example.com."]), "name"],
		[set("www.other.example.", "A", ["192.0.2.1"]), "name"],
	] as const;
	for (const [wrong, field] of refusals)
		expect(await change(host, zone, good, wrong)).toEqual({
			refused: expect.any(String),
			field,
			set: { name: wrong.name, type: wrong.type },
		});
	expect(await host.list(zone, owner)).toEqual(before);
});

test("more changes than the plan allows in one batch are refused, not applied in part", async () => {
	const { host } = aCloudflareDns();
	const zone = aName("com");
	await host.claimZone(zone, owner);
	const many = Array.from({ length: 201 }, (_, index) => set(`n${index}.${zone}.`, "A", ["192.0.2.1"]));
	expect(await change(host, zone, ...many)).toMatchObject({ refused: expect.stringContaining("200") });
	expect(await host.list(zone, owner)).toMatchObject({ rrsets: [] });
});

test("a zone that Cloudflare gives other nameservers, because another account has it, is refused", async () => {
	const { host, service } = aCloudflareDns();
	const zone = aName("com");
	service.elsewhere.add(zone);
	for (let attempt = 0; attempt < 2; attempt += 1)
		await expect(host.claimZone(zone, owner)).rejects.toThrow(/assigned ada\.ns.*not our nameservers/);
	expect(await host.list(zone, owner)).toBe("not_owner");
});

test("a zone with records that someone else created is never touched", async () => {
	const { host, service } = aCloudflareDns();
	const zone = aName("com");
	await host.claimZone(zone, owner);
	await change(host, zone, set(`${zone}.`, "A", ["192.0.2.1"]));
	const [record] = service.zones.get(zone)?.records ?? [];
	if (record) record.comment = null;
	await expect(host.claimZone(zone, { id: "dom_later", since: 2_000 })).rejects.toThrow(/that we did not create/);
	expect(service.zones.get(zone)?.records).toEqual([record]);
});

test("a later owner gets the zone empty and unsigned, with the same nameservers", async () => {
	const { host, service } = aCloudflareDns();
	const zone = aName("com");
	await host.claimZone(zone, owner);
	await change(host, zone, set(`${zone}.`, "A", ["192.0.2.1"]));
	await host.sign(zone, owner);
	const { id } = service.zones.get(zone) ?? {};
	const later = { id: "dom_later", since: 2_000 };
	await host.claimZone(zone, later);
	expect(service.zones.get(zone)).toMatchObject({ id, records: [], dnssec: "disabled" });
	expect(await host.list(zone, owner)).toBe("not_owner");
});

test("too many calls wait as long as Cloudflare says, and leave the zone unlocked", async () => {
	let now = Date.now();
	const { domain, services, records, write, service } = await aPublishedDomain({ clock: () => now, callsAllowed: 5 });
	await write("www A 192.0.2.3");
	expectConsoleError();
	const [event] = await db.read(db.orm.select().from(outbox).where(eq(outbox.userId, domain.userId)));
	const theEvent = async () =>
		(
			await db.read(
				db.orm
					.select()
					.from(outbox)
					.where(eq(outbox.id, event?.id ?? "")),
			)
		)[0];
	expect(event?.kind).toBe("dns.publish");
	await services().outbox.deliver(event?.id ?? "");
	const waiting = await theEvent();
	expect(waiting).toMatchObject({ state: "new", lastError: expect.stringContaining("429") });
	expect((waiting?.nextAt ?? 0) - now).toBeGreaterThan(4 * MINUTE);
	for (let round = 0; round < 5 && (await theEvent())?.state === "new"; round += 1) {
		now += 5 * MINUTE + 10_000;
		await services().outbox.deliver(event?.id ?? "");
	}
	expect(await theEvent()).toMatchObject({ state: "sent" });
	expect(records()).toMatchObject([{ content: "192.0.2.3" }]);
	expect(service.calls.length).toBeGreaterThan(5);
});

test("a publication is repeated after any failed call, and ends with the customer's records", async () => {
	for (const fault of ["refuse", "error", "silent", "lost"] as const)
		for (const [method, path] of [
			["GET", "/zones"],
			["POST", "/zones"],
			["GET", "/dns_records"],
			["POST", "/batch"],
		] as const) {
			let now = Date.now();
			const { service, services, domain, records, write } = await aPublishedDomain({ clock: () => now });
			await write("www A 192.0.2.3");
			service.faults.plan(
				fault,
				(request) => request.method === method && new URL(request.url).pathname.endsWith(path),
			);
			const first = await services()
				.dns.publish(domain.id)
				.catch(() => "failed");
			expect(["failed", "again"], `${fault} ${method} ${path}`).toContain(first);
			now += MINUTE;
			expect(await services().dns.publish(domain.id), `${fault} ${method} ${path}`).toBe("published");
			expect(records()).toMatchObject([{ name: `www.${domain.name}`, content: "192.0.2.3" }]);
		}
});

test("a wrong or malformed token, a server error and silence are errors that name no secret", async () => {
	const { host, service } = aCloudflareDns();
	for (const [token, message] of [
		["short", /6003.*6111/],
		["another-token-000000000000000000", /9109/],
	] as const)
		await expect(aCloudflareDns({ token }).host.probe()).rejects.toThrow(message);
	for (const fault of ["refuse", "error", "silent", "lost"] as const) {
		service.faults.plan(fault);
		const failed = await host.probe().catch((error: unknown) => error);
		expect(failed).toBeInstanceOf(Error);
		expect(String(failed)).not.toContain(cloudflareToken);
	}
	const refused = await aCloudflareDns({ token: "short" })
		.host.claimZone(aName("com"), owner)
		.catch((error: unknown) => error);
	expect(refused).toBeInstanceOf(ServerRefusal);
	const busy = await aCloudflareDns({ callsAllowed: 0 })
		.host.probe()
		.catch((error: unknown) => error);
	expect(busy).toBeInstanceOf(RetryLater);
});

test("a TTL above a day is published as a day, and the nightly comparison sees no difference", async () => {
	const { services, domain, records, write } = await aPublishedDomain();
	await write("www 604800 A 192.0.2.3");
	await services().dns.publish(domain.id);
	expect(records()).toMatchObject([{ ttl: 86_400 }]);
	await env.DB.exec("delete from task_positions");
	await env.DB.exec("delete from outbox");
	await services().zoneComparison.run();
	expect(await publications(domain.id)).toEqual([]);
});

test("the nightly comparison undoes a proxy, an automatic TTL and a deletion in Cloudflare's dashboard", async () => {
	let now = Date.now();
	const { service, services, domain, records, write } = await aPublishedDomain({ clock: () => now });
	await write("www 300 A 192.0.2.3");
	await services().dns.publish(domain.id);
	const [record] = structuredClone(records());
	const edits = [
		() => Object.assign(records()[0] ?? {}, { proxied: true, ttl: 1 }),
		() => Object.assign(records()[0] ?? {}, { ttl: 1 }),
		() => records().splice(0),
		() => service.zones.delete(domain.name),
	];
	for (const edit of edits) {
		edit();
		now += DAY;
		await env.DB.exec("delete from outbox");
		await services().zoneComparison.run();
		const [event] = await publications(domain.id);
		await services().outbox.deliver(event?.id ?? "");
		expect(records()).toMatchObject([{ ...record, id: expect.any(String) }]);
	}
});

const publications = async (domainId: string) =>
	(await db.read(db.orm.select().from(outbox).where(eq(outbox.kind, "dns.publish")))).filter(
		({ payload }) => payload.domainId === domainId,
	);

test("a zone's id is looked up once, and again only if the zone was created anew", async () => {
	const { service, host, newHost } = aCloudflareDns();
	const zone = aName("com");
	const owner = { id: "dom_1", since: 1 };
	await host.claimZone(zone, owner);
	service.calls.length = 0;
	for (let call = 0; call < 2; call += 1) expect(await newHost().list(zone, owner)).not.toBe("not_owner");
	expect(service.calls.filter((call) => call.endsWith("/zones"))).toEqual([]);
	const present = service.zones.get(zone);
	if (present) service.zones.set(zone, { ...present, id: "f".repeat(32) });
	for (let call = 0; call < 2; call += 1) expect(await newHost().list(zone, owner)).not.toBe("not_owner");
	expect(service.calls.filter((call) => call.endsWith("/zones"))).toHaveLength(1);
	service.zones.delete(zone);
	expect(await newHost().list(zone, owner)).toBe("not_owner");
});
