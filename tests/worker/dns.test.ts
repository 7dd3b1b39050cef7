import { env } from "cloudflare:workers";
import { eq } from "drizzle-orm";
import { expect, test } from "vitest";
import { createDatabase } from "~/db/client.server";
import { activityLog, dnsRecords, domains, outbox } from "~/db/schema";
import type { RecordInput } from "~/features/dns/record-input";
import { MINUTE } from "~/lib/durations";
import { createSandboxDns } from "~/platform/dns/sandbox";
import type { Services } from "~/services.server";
import { aConfirmedOwner, aDomain } from "../support/domains";
import { quietServices } from "../support/orders";
import { writeRows } from "../support/rows";

const record = (fields: Partial<RecordInput> = {}): RecordInput => ({
	...{ type: "A", name: "www", ttl: "3600", value: "192.0.2.10" },
	...{ priority: "", weight: "", port: "", flags: "", tag: "" },
	...fields,
});

const db = createDatabase(env.DB);
const hostedZone = ({ id, name, registeredAt: since }: Awaited<ReturnType<typeof aDomain>>) =>
	createSandboxDns({ db, clock: Date.now }).list(name, { id, since });
const recordsOf = (domainId: string) =>
	db.read(db.orm.select().from(dnsRecords).where(eq(dnsRecords.domainId, domainId)));
const zoneOf = async ({ dns }: Services, owner: { userId: string } | { sessionHash: string }, domainId: string) => {
	const zone = await dns.zone(owner, domainId);
	if (!zone) throw new Error("No zone");
	return zone;
};

async function anEditor(services = quietServices()) {
	const { user, owner } = await aConfirmedOwner(services);
	const domain = await aDomain(user.id);
	const at = async () => ({
		domainId: domain.id,
		version: (await zoneOf(services, owner, domain.id)).domain.zoneVersion,
	});
	return { services, user, owner, domain, at };
}

test("a change of records is written with its log entry, its email and the event that publishes it", async () => {
	const { services, user, owner, domain, at } = await anEditor();
	const added = await services.dns.add(owner, await at(), record());
	expect(added).toMatchObject({ ok: true, value: expect.stringMatching(/^dnc_/) });
	expect(await recordsOf(domain.id)).toMatchObject([{ type: "A", name: "www", value: "192.0.2.10", ttl: 3600 }]);
	const effects = await db.read(db.orm.select().from(outbox).where(eq(outbox.userId, user.id)));
	expect(effects.map(({ kind }) => kind).toSorted()).toEqual(["dns.publish", "mail.domain-changed"]);
	const log = await db.read(db.orm.select().from(activityLog).where(eq(activityLog.userId, user.id)));
	expect(log).toMatchObject([{ actor: "customer", kind: "dns.changed", subjectId: domain.id }]);
	await services.dns.add(owner, await at(), record({ name: "shop" }));
	const mails = await db.read(db.orm.select().from(outbox).where(eq(outbox.userId, user.id)));
	expect(mails.filter(({ kind }) => kind === "mail.domain-changed")).toHaveLength(1);
});

test("publishing several times gives the nameservers the saved zone", async () => {
	const { services, owner, domain, at } = await anEditor();
	await services.dns.add(owner, await at(), record());
	await services.dns.add(owner, await at(), record({ value: "192.0.2.11" }));
	await services.dns.add(owner, await at(), record({ type: "TXT", name: "@", value: "x".repeat(300) }));
	for (let time = 0; time < 2; time += 1) expect(await services.dns.publish(domain.id)).toBe("published");
	const hosted = await hostedZone(domain);
	expect(hosted).toMatchObject({ version: 2 });
	expect(hosted === "not_owner" || hosted.rrsets).toEqual([
		{ name: `${domain.name}.`, type: "TXT", ttl: 3600, values: [`"${"x".repeat(255)}" "${"x".repeat(45)}"`] },
		{ name: `www.${domain.name}.`, type: "A", ttl: 3600, values: ["192.0.2.10", "192.0.2.11"] },
	]);
	const { domain: after } = await zoneOf(services, owner, domain.id);
	expect(after.publishedVersion).toBe(after.zoneVersion);
});

test("a form opened before another change is refused, and shows what changed", async () => {
	const { services, owner, domain, at } = await anEditor();
	const before = await at();
	await services.dns.add(owner, before, record());
	const refused = await services.dns.add(owner, before, record({ name: "shop" }));
	expect(refused).toMatchObject({ ok: false, error: { kind: "conflict", code: "stale_zone" } });
	expect(!refused.ok && refused.error.message).toContain("+ A www 192.0.2.10");
	expect(await recordsOf(domain.id)).toHaveLength(1);
});

test("one of twelve simultaneous edits of the same version is applied", async () => {
	const { services, owner, domain, at } = await anEditor();
	const version = await at();
	const results = await Promise.all(
		Array.from({ length: 12 }, (_, index) => services.dns.add(owner, version, record({ name: `n${index}` }))),
	);
	expect(results.filter(({ ok }) => ok)).toHaveLength(1);
	expect(await recordsOf(domain.id)).toHaveLength(1);
});

test("a deleted or changed record can be restored until it changes again", async () => {
	const { services, owner, domain, at } = await anEditor();
	const add = await services.dns.add(owner, await at(), record());
	const [stored] = await recordsOf(domain.id);
	const change = await services.dns.change(
		owner,
		await at(),
		stored?.id ?? "",
		record({ value: "192.0.2.99", ttl: "60" }),
	);
	expect(await recordsOf(domain.id)).toMatchObject([{ value: "192.0.2.99", ttl: 60 }]);
	if (!add.ok || !change.ok) throw new Error("Not changed");
	const early = await services.dns.undo(owner, await at(), add.value ?? "");
	expect(early).toMatchObject({ ok: false, error: { kind: "conflict" } });
	expect((await services.dns.undo(owner, await at(), change.value ?? "")).ok).toBe(true);
	expect(await recordsOf(domain.id)).toMatchObject([{ value: "192.0.2.10", ttl: 3600 }]);
	const [restored] = await recordsOf(domain.id);
	const gone = await services.dns.remove(owner, await at(), restored?.id ?? "");
	expect(await recordsOf(domain.id)).toEqual([]);
	expect((await services.dns.undo(owner, await at(), (gone.ok && gone.value) || "")).ok).toBe(true);
	expect(await recordsOf(domain.id)).toMatchObject([{ name: "www", value: "192.0.2.10" }]);
});

test("an invalid value is refused at its field, and nothing is written", async () => {
	const { services, owner, domain, at } = await anEditor();
	const refused = await services.dns.add(owner, await at(), record({ value: "example.com" }));
	expect(refused).toMatchObject({ ok: false, error: { kind: "invalid", fields: { value: expect.any(String) } } });
	expect(await recordsOf(domain.id)).toEqual([]);
});

test("another customer can neither see nor change a domain's records", async () => {
	const { services, owner, domain, at } = await anEditor();
	await services.dns.add(owner, await at(), record());
	const [stored] = await recordsOf(domain.id);
	const stranger = (await aConfirmedOwner(services)).owner;
	expect(await services.dns.zone(stranger, domain.id)).toBeNull();
	const id = stored?.id ?? "";
	for (const attempt of [
		services.dns.add(stranger, await at(), record({ name: "evil" })),
		services.dns.change(stranger, await at(), id, record({ value: "192.0.2.66" })),
		services.dns.remove(stranger, await at(), id),
		services.dns.undo(stranger, await at(), "dnc_any"),
	])
		expect(await attempt).toMatchObject({ ok: false, error: { kind: "not_found" } });
	expect(await recordsOf(domain.id)).toMatchObject([{ id, value: "192.0.2.10" }]);
	const mine = await aDomain((await aConfirmedOwner(services)).user.id);
	expect(await recordsOf(mine.id)).toEqual([]);
});

test("the SQL statement refuses a change without a recent confirmation", async () => {
	const { services, owner, domain, at } = await anEditor();
	const late = { ...owner, confirmedFrom: Date.now() + MINUTE };
	const refused = await services.dns.add(late, await at(), record());
	expect(refused.ok).toBe(false);
	expect(await recordsOf(domain.id)).toEqual([]);
});

test("a deleted domain has no zone", async () => {
	const { services, owner, domain, at } = await anEditor();
	await services.dns.add(owner, await at(), record());
	await services.dns.publish(domain.id);
	await writeRows(db, [db.orm.update(domains).set({ status: "released" }).where(eq(domains.id, domain.id))]);
	expect(await services.dns.publish(domain.id)).toBe("published");
	expect(await hostedZone(domain)).toBe("not_owner");
	expect(await services.dns.zone(owner, domain.id)).toBeNull();
});

test("an import and a template are one change each, and can be undone as a whole", async () => {
	const { services, owner, domain, at } = await anEditor();
	await services.dns.add(owner, await at(), record({ name: "@" }));
	const file = "www CNAME @\nmail A 192.0.2.3\n@ MX 10 mail\n";
	const imported = await services.dns.importFile(owner, await at(), file, "merge");
	expect(await recordsOf(domain.id)).toHaveLength(4);
	const refused = await services.dns.applyTemplate(owner, await at(), "google-workspace", {
		field: "",
		replace: false,
	});
	expect(refused).toMatchObject({ ok: false, error: { kind: "invalid" } });
	const used = await services.dns.applyTemplate(owner, await at(), "google-workspace", { field: "", replace: true });
	const values = (await recordsOf(domain.id)).map(({ value }) => value);
	expect(values).toContain("smtp.google.com");
	expect(values).not.toContain(`mail.${domain.name}`);
	for (const change of [used, imported])
		expect((await services.dns.undo(owner, await at(), (change.ok && change.value) || "")).ok).toBe(true);
	expect(await recordsOf(domain.id)).toMatchObject([{ type: "A", name: "@" }]);
	const broken = await services.dns.importFile(owner, await at(), "\nwww A nonsense", "replace");
	expect(broken).toMatchObject({ ok: false, error: { message: expect.stringMatching(/^Line 2:/) } });
	expect(await recordsOf(domain.id)).toHaveLength(1);
});

test("a zone with the maximum number of records is imported in one batch", async () => {
	const { services, owner, domain, at } = await anEditor();
	const file = Array.from({ length: 300 }, (_, index) => `host-${index} A 192.0.2.${index % 250}`).join("\n");
	expect((await services.dns.importFile(owner, await at(), file, "replace")).ok).toBe(true);
	expect(await recordsOf(domain.id)).toHaveLength(300);
	expect(await services.dns.publish(domain.id)).toBe("published");
});
