import { env } from "cloudflare:workers";
import { and, eq } from "drizzle-orm";
import { expect, test } from "vitest";
import { createDatabase } from "~/db/client.server";
import type { ConfirmedOwner } from "~/db/owner";
import { activityLog, dnsRecords, domains, outbox, sandboxRegistry } from "~/db/schema";
import { activityListSchema } from "~/features/activity/activity.schema";
import { showOrRequestAuthCode } from "~/features/domains/auth-code-request";
import { changeLimit } from "~/features/domains/change-limits";
import { domainHeader } from "~/features/domains/domain-header";
import { listedDomain } from "~/features/domains/listed-domain";
import { domainListSchema } from "~/features/domains/portfolio.schema";
import { kenya } from "~/lib/dates";
import { DAY, MINUTE } from "~/lib/durations";
import { manualRegistrar } from "~/platform/registrar/manual";
import { runBeforeCommit } from "../support/before-commit";
import { aConfirmedOwner, aDomain } from "../support/domains";
import { aName, quietServices } from "../support/orders";
import { writeRows } from "../support/rows";
import { withMessage } from "../support/stored-texts";

const db = createDatabase(env.DB);

async function aHolder(fields: Parameters<typeof aDomain>[1] = {}, services = quietServices()) {
	const { user, owner } = await aConfirmedOwner(services);
	const domain = await aDomain(user.id, fields);
	const row = async () => {
		const [found] = await db.read(db.orm.select().from(domains).where(eq(domains.id, domain.id)));
		if (!found) throw new Error("gone");
		return found;
	};
	const registry = async () =>
		(await db.read(db.orm.select().from(sandboxRegistry).where(eq(sandboxRegistry.name, domain.name))))[0];
	const effects = async () =>
		(await db.read(db.orm.select().from(outbox).where(eq(outbox.userId, user.id)))).map(({ kind, payload }) =>
			kind === "mail.domain-changed" ? `mail ${payload.change}` : kind,
		);
	return { services, manage: services.domainManagement, user, owner, domain, row, registry, effects };
}

const ours = [
	{ host: "ns1.example.com", addresses: "" },
	{ host: "ns2.example.com", addresses: "" },
];
const contact = {
	...{ firstName: "Achieng", lastName: "Otieno", organisation: null, email: "achieng@example.com" },
	...{ phone: "+254712345678", address: "P.O. Box 1", city: "Kisumu", country: "Kenya" },
};

test("new nameservers are pending until the registry has them, and the holder gets an email", async () => {
	const start = Date.now();
	const { manage, owner, domain, row, registry, effects } = await aHolder({}, quietServices({ clock: () => start }));
	expect((await manage.setNameservers(owner, domain.id, ours)).ok).toBe(true);
	expect(await row()).toMatchObject({ nameservers: ["ns1.example.com", "ns2.example.com"], delegation: "pending" });
	expect((await effects()).toSorted()).toEqual(["domain.sync", "mail nameservers"]);
	expect(await manage.sync(domain.id)).toEqual({ until: expect.any(Number) });
	expect((await registry())?.nameservers).toEqual(["ns1.example.com", "ns2.example.com"]);
	expect((await row()).delegation).toBe("pending");
	const later = quietServices({ clock: () => start + MINUTE }).domainManagement;
	expect(await later.sync(domain.id)).toBe("done");
	expect((await row()).delegation).toBe("live");
});

test("several pending syncs of a domain become one, and the registry gets the latest state", async () => {
	const { manage, owner, domain, user, registry, services } = await aHolder();
	const another = await aDomain(user.id);
	await manage.setPrivacy(owner, another.id, false);
	for (const privacy of [false, true, false]) await manage.setPrivacy(owner, domain.id, privacy);
	const unlocked = await manage.unlock(owner, domain.id);
	expect(unlocked.ok).toBe(true);
	const syncs = async (domainId: string) =>
		(await db.read(db.orm.select().from(outbox).where(eq(outbox.userId, user.id)))).filter(
			({ kind, payload, state }) => kind === "domain.sync" && payload.domainId === domainId && state === "new",
		);
	const [waiting, ...more] = await syncs(domain.id);
	expect(more).toEqual([]);
	expect(await syncs(another.id)).toHaveLength(1);
	expect(await services.outbox.deliver(waiting?.id ?? "")).toBe("finished");
	expect(await registry()).toMatchObject({ privacy: false, locked: false });
});

test("changes to a domain are limited, then delayed, and other domains' are not", async () => {
	let now = Date.now();
	const { services, manage, owner, domain, user } = await aHolder({}, quietServices({ clock: () => now }));
	const answers = await Promise.all(
		Array.from({ length: changeLimit.limit + 10 }, (_, n) => manage.setPrivacy(owner, domain.id, n % 2 === 0)),
	);
	expect(answers.filter((answer) => !answer.ok && answer.error.kind === "rate_limited")).toHaveLength(10);
	const refused = await manage.lock(owner, domain.id);
	expect(refused).toMatchObject({ ok: false, error: { kind: "rate_limited", retryAfter: 5 } });
	const renewed = await services.portfolio.setAutoRenew(owner, domain.id, false);
	expect(renewed).toMatchObject({ ok: false, error: { kind: "rate_limited" } });
	const another = await aDomain(user.id);
	expect((await manage.setPrivacy(owner, another.id, false)).ok).toBe(true);
	// Another customer's requests don't count.
	const stranger = await aHolder({}, services);
	for (let n = 0; n < changeLimit.limit; n += 1)
		await services.portfolio.setAutoRenew(stranger.owner, another.id, false);
	expect((await services.portfolio.setAutoRenew(owner, another.id, false)).ok).toBe(true);
	now += 5_000;
	expect((await manage.lock(owner, domain.id)).ok).toBe(true);
});

test("a registrar that does not answer shows no code, and nothing is emailed", async () => {
	const registrar = { ...quietServices().registrar, authCode: () => Promise.reject(new Error("connection lost")) };
	const services = quietServices({ registrar });
	const { user, owner } = await aConfirmedOwner(services);
	const held = await aDomain(user.id, { locked: false });
	expect(await services.domainManagement.showAuthCode(owner, held.id)).toMatchObject({
		...{ ok: false, error: { kind: "unavailable" } },
	});
});

test("a code that staff have to fetch opens one ticket a day, and only after the name is unlocked", async () => {
	let now = Date.now();
	const registrar = { ...quietServices().registrar, authCode: manualRegistrar.authCode };
	const services = quietServices({ registrar, clock: () => now });
	const { user, owner, domain } = await aHolder({}, services);
	const ask = () => showOrRequestAuthCode(services, { owner, customer: user }, domain.id);
	const tickets = async () => (await services.tickets.list(owner, { tab: "all", after: undefined })).items;
	expect(await ask()).toMatchObject({ ok: false, error: { kind: "conflict" } });
	expect(await tickets()).toEqual([]);
	await services.domainManagement.unlock(owner, domain.id);
	const [first, second] = [await ask(), await ask()];
	expect(first).toEqual({ ok: true, value: { ticketId: expect.any(String) } });
	expect(second).toEqual(first);
	expect(await tickets()).toMatchObject([{ subject: `Authorization code of ${domain.name}`, status: "open" }]);
	const other = await aHolder({ locked: false }, services);
	const stranger = { owner: other.owner, customer: other.user };
	expect(await showOrRequestAuthCode(services, stranger, domain.id)).toMatchObject({ error: { kind: "not_found" } });
	now += DAY;
	const sameOwner = { userId: user.id } as unknown as ConfirmedOwner;
	const next = await showOrRequestAuthCode(services, { owner: sameOwner, customer: user }, domain.id);
	expect(next).toMatchObject({ ok: true });
	expect(next).not.toEqual(first);
});

test("the authorization code is shown only for an unlocked name, and logged and emailed each time", async () => {
	const { manage, owner, domain, effects, user } = await aHolder();
	expect(await manage.showAuthCode(owner, domain.id)).toMatchObject({ ok: false, error: { kind: "conflict" } });
	await manage.unlock(owner, domain.id);
	expect(await manage.showAuthCode(owner, domain.id)).toEqual({ ok: true, value: "auth-code-1" });
	expect((await manage.showAuthCode(owner, domain.id)).ok).toBe(true);
	expect((await effects()).filter((kind) => kind === "mail auth-code")).toHaveLength(2);
	const log = await db.read(
		db.orm
			.select()
			.from(activityLog)
			.where(and(eq(activityLog.userId, user.id), eq(activityLog.kind, "domain.auth_code"))),
	);
	expect(log).toHaveLength(2);
	expect(JSON.stringify([log, await effects()])).not.toContain("auth-code-1");
});

test("lock, privacy and contacts reach the registry", async () => {
	const { manage, owner, domain, registry } = await aHolder();
	await manage.unlock(owner, domain.id);
	await manage.setPrivacy(owner, domain.id, false);
	await manage.setContacts(owner, domain.id, { registrant: contact, admin: null, tech: null });
	expect(await manage.sync(domain.id)).toBe("done");
	expect(await registry()).toMatchObject({ locked: false, privacy: false, contacts: { registrant: contact } });
	await manage.lock(owner, domain.id);
	await manage.sync(domain.id);
	expect((await registry())?.locked).toBe(true);
});

test("forwarding is set up at the nameservers and removed again", async () => {
	const { services, manage, owner, domain, row } = await aHolder();
	const wish = { host: "www", target: "https://example.com/", permanent: true };
	expect((await manage.addForward(owner, domain.id, wish)).ok).toBe(true);
	expect((await manage.addForward(owner, domain.id, wish)).ok).toBe(false);
	expect(await services.dns.publish(domain.id)).toBe("published");
	const zone = await env.DB.prepare("select forwards from sandbox_zones where name = ?")
		.bind(domain.name)
		.first<{ forwards: string }>();
	expect(JSON.parse(zone?.forwards ?? "[]")).toEqual([wish]);
	expect(await manage.removeForward(owner, domain.id, "www")).toEqual({ ok: true, value: wish });
	expect(await manage.removeForward(owner, domain.id, "www")).toEqual({ ok: true, value: null });
	expect((await row()).forwards).toEqual([]);
});

test("deleting a domain needs its name typed, empties its zone and deletes it at the registry", async () => {
	const { services, manage, owner, domain, row, registry, effects } = await aHolder();
	const file = "www A 192.0.2.1";
	await services.dns.importFile(owner, { domainId: domain.id, version: 0 }, file, "replace");
	expect(await manage.deleteDomain(owner, domain.id, "something else")).toMatchObject({
		ok: false,
		error: { fields: { name: expect.any(String) } },
	});
	expect((await manage.deleteDomain(owner, domain.id, ` ${domain.name.toUpperCase()} `)).ok).toBe(true);
	expect((await row()).status).toBe("released");
	expect(await db.read(db.orm.select().from(dnsRecords).where(eq(dnsRecords.domainId, domain.id)))).toEqual([]);
	expect(await effects()).toContain("mail deleted");
	await manage.sync(domain.id);
	expect(await registry()).toBeUndefined();
	expect(await services.portfolio.find(owner, domain.id)).toBeNull();
	expect((await manage.deleteDomain(owner, domain.id, domain.name)).ok).toBe(false);
});

test("an international name is shown in its own script, and can be typed in it to delete it", async () => {
	const shown = `café-${aName("com")}`;
	const { services, manage, owner, domain } = await aHolder({ name: new URL(`http://${shown}`).hostname });
	const found = await services.portfolio.find(owner, domain.id);
	expect(found && domainHeader(found, [], Date.now(), kenya)).toMatchObject({ name: shown, ascii: domain.name });
	expect(found && listedDomain(found, Date.now(), kenya)).toMatchObject({ name: shown, ascii: domain.name });
	expect((await manage.deleteDomain(owner, domain.id, shown.toUpperCase())).ok).toBe(true);
	const { items } = await services.activity.list(owner, activityListSchema.parse({}));
	expect(items.map((row) => withMessage(row).message)).toContain(`Deleted ${shown}.`);
});

/** Every possible change of a registration. */
const changesOf = (manage: ReturnType<typeof quietServices>["domainManagement"], owner: ConfirmedOwner, id: string) => [
	manage.lock(owner, id),
	manage.unlock(owner, id),
	manage.setPrivacy(owner, id, false),
	manage.setNameservers(owner, id, ours),
	manage.setContacts(owner, id, { registrant: contact, admin: null, tech: null }),
	manage.addForward(owner, id, { host: "www", target: "https://example.com/", permanent: true }),
	manage.removeForward(owner, id, "www"),
	manage.showAuthCode(owner, id),
];

test.each([
	["pending", "is not registered yet"],
	["transfer_in", "is still being transferred"],
	["redemption", "is in redemption"],
] as const)("a name that is %s can't be changed, and says why first", async (status, why) => {
	const { manage, owner, domain, row, effects } = await aHolder({ status, locked: true });
	const before = await row();
	const error = { kind: "conflict", message: expect.stringContaining(`${domain.name} ${why}. `) };
	for (const attempt of [
		...changesOf(manage, owner, domain.id),
		manage.deleteDomain(owner, domain.id, "something else"),
	])
		expect(await attempt).toMatchObject({ ok: false, error });
	expect(await row()).toEqual(before);
	expect(await effects()).toEqual([]);
});

test("an expired name can be changed but not deleted", async () => {
	const { manage, owner, domain, row } = await aHolder({ status: "expired", locked: false });
	expect((await manage.setNameservers(owner, domain.id, ours)).ok).toBe(true);
	expect((await manage.showAuthCode(owner, domain.id)).ok).toBe(true);
	const error = { kind: "conflict", message: expect.stringContaining("You don't need to delete it") };
	expect(await manage.deleteDomain(owner, domain.id, domain.name)).toMatchObject({ ok: false, error });
	expect((await row()).status).toBe("expired");
});

test("of two forwardings added at the same time the second is refused, and none is lost", async () => {
	const { manage, owner, domain, row } = await aHolder();
	const wish = (host: string) => ({ host, target: "https://example.com/", permanent: true });
	const done = await Promise.all(["www", "shop"].map((host) => manage.addForward(owner, domain.id, wish(host))));
	expect(done.filter(({ ok }) => ok)).toHaveLength(1);
	expect(done.find(({ ok }) => !ok)).toMatchObject({ error: { kind: "conflict" } });
	expect((await row()).forwards).toHaveLength(1);
});

test("another customer, or an expired confirmation, can't change a registration", async () => {
	const { services, manage, owner, domain, row } = await aHolder({ locked: false });
	const before = await row();
	const stranger = (await aConfirmedOwner(services)).owner;
	const late = { ...owner, confirmedFrom: Date.now() + MINUTE };
	for (const who of [stranger, late, { sessionHash: "0".repeat(64), confirmedFrom: 0 }]) {
		for (const attempt of [...changesOf(manage, who, domain.id), manage.deleteDomain(who, domain.id, domain.name)])
			expect((await attempt).ok).toBe(false);
	}
	expect(await row()).toEqual(before);
});

test("a name that changes holder between reading and writing keeps its new holder's data", async () => {
	const forwards = [{ host: "www", target: "https://example.com/", permanent: true }];
	const { owner, domain, row } = await aHolder({ locked: false, forwards });
	const heir = await aConfirmedOwner();
	const handOver = env.DB.prepare("update domains set user_id = ? where id = ?").bind(heir.user.id, domain.id);
	const { domainManagement, portfolio } = quietServices({ db: runBeforeCommit(db, () => handOver.run()) });
	const expiresAt = Date.now() + 900 * DAY;
	await writeRows(db, [db.orm.update(sandboxRegistry).set({ expiresAt }).where(eq(sandboxRegistry.name, domain.name))]);
	const before = await row();
	for (const attempt of changesOf(domainManagement, owner, domain.id)) expect((await attempt).ok).toBe(false);
	for (const attempt of [
		() => domainManagement.deleteDomain(owner, domain.id, domain.name),
		() => portfolio.refresh(owner, list()),
	]) {
		await writeRows(db, [db.orm.update(domains).set({ userId: before.userId }).where(eq(domains.id, domain.id))]);
		await attempt();
		expect(await row()).toEqual({ ...before, userId: heir.user.id });
	}
});

const list = (fields: Record<string, unknown> = {}) => domainListSchema.parse(fields);

test("the list is filtered by extension, by expiry and by auto-renew", async () => {
	const { services, owner, user } = await aHolder({ name: aName("com"), autoRenew: false });
	const due = await aDomain(user.id, { name: aName("io"), expiresAt: Date.now() + 10 * DAY });
	const names = async (fields: Record<string, unknown>) =>
		(await services.portfolio.list(owner, list(fields))).items.map(({ name }) => name);
	expect(await names({ tld: "io" })).toEqual([due.name]);
	expect(await names({ due: "30" })).toEqual([due.name]);
	expect(await names({ renew: "on" })).toEqual([due.name]);
	expect(await names({ renew: "off", due: "30" })).toEqual([]);
	expect(await services.portfolio.extensions(owner)).toEqual(["com", "io"]);
});

test("refreshing stores the registry's data, for the customer's own domains only", async () => {
	const { services, owner, domain, row } = await aHolder();
	expect(await services.portfolio.refresh(owner, list())).toEqual({ ok: true, value: 0 });
	const expiresAt = Date.now() + 900 * DAY;
	await writeRows(db, [
		db.orm
			.update(sandboxRegistry)
			.set({ expiresAt, nameservers: ["ns1.elsewhere.example", "ns2.elsewhere.example"] })
			.where(eq(sandboxRegistry.name, domain.name)),
	]);
	const stranger = (await aConfirmedOwner(services)).owner;
	expect(await services.portfolio.refresh(stranger, list())).toEqual({ ok: true, value: 0 });
	expect(await services.portfolio.refresh(owner, list())).toEqual({ ok: true, value: 1 });
	expect(await row()).toMatchObject({ expiresAt, nameservers: ["ns1.elsewhere.example", "ns2.elsewhere.example"] });
	expect(await services.portfolio.refresh(owner, list())).toEqual({ ok: true, value: 0 });
});
