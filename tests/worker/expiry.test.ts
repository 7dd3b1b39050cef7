import { env } from "cloudflare:workers";
import { and, eq } from "drizzle-orm";
import { expect, test } from "vitest";
import { createDatabase } from "~/db/client.server";
import { domains, notifications, outbox, reminders, sandboxRegistry } from "~/db/schema";
import { DAY, HOUR } from "~/lib/durations";
import { aConfirmedOwner, aDomain } from "../support/domains";
import { aCustomer } from "../support/factories";
import { aName, quietServices } from "../support/orders";
import { writeRows } from "../support/rows";
import { runCron } from "../support/schedule";
import { withMessage } from "../support/stored-texts";

const db = createDatabase(env.DB);
const daily = "23 2 * * *";
const hourly = "7 * * * *";

/** Runs the hourly cron, then the daily one. */
async function run(time: number): Promise<void> {
	for (const cron of [hourly, daily]) await runCron(cron, { clock: () => time });
}

const statusOf = async (id: string) =>
	(await db.read(db.orm.select({ status: domains.status }).from(domains).where(eq(domains.id, id))))[0]?.status;
/** Delivers the customer's pending events. */
async function deliverAll(userId: string): Promise<void> {
	const rows = await db.read(
		db.orm
			.select()
			.from(outbox)
			.where(and(eq(outbox.userId, userId), eq(outbox.state, "new"))),
	);
	const services = quietServices({ clock: () => Math.max(...rows.map(({ nextAt }) => nextAt)) });
	for (const { id } of rows) await services.outbox.deliver(id);
}

const remindersOf = (userId: string) => db.read(db.orm.select().from(reminders).where(eq(reminders.userId, userId)));

test("a name that is not renewed expires, goes into redemption and is released, with one email each", async () => {
	const user = await aCustomer();
	const [com, ke] = [
		await aDomain(user.id, { name: aName("com"), tld: "com", autoRenew: false }),
		await aDomain(user.id, { name: aName("co.ke"), tld: "co.ke", autoRenew: false }),
	];
	await run(com.expiresAt - 1);
	expect([await statusOf(com.id), await statusOf(ke.id)]).toEqual(["active", "active"]);
	const after = com.expiresAt + DAY;
	await Promise.all([run(after), run(after)]);
	expect([await statusOf(com.id), await statusOf(ke.id)]).toEqual(["expired", "expired"]);
	await run(com.expiresAt + 31 * DAY);
	expect([await statusOf(com.id), await statusOf(ke.id)]).toEqual(["redemption", "expired"]);
	await run(ke.expiresAt + 81 * DAY);
	expect([await statusOf(com.id), await statusOf(ke.id)]).toEqual(["released", "redemption"]);
	const released = ke.expiresAt + 91 * DAY;
	await Promise.all([run(released), run(released)]);
	expect(await statusOf(ke.id)).toBe("released");
	const said = (await quietServices().activity.recent({ userId: user.id }, 20)).map((row) => withMessage(row).message);
	expect(said.toSorted()).toEqual(
		[com, ke]
			.flatMap(({ name }) => [
				`${name} expired.`,
				`${name} entered redemption because it was not renewed in time.`,
				`${name} was released: it was not renewed in time.`,
			])
			.toSorted(),
	);
});

test("the zone and the forwarding of a name that was not renewed are removed once it is released", async () => {
	const { user, owner } = await aConfirmedOwner();
	const forwards = [{ host: "www", target: "https://example.com/", permanent: true }];
	const domain = await aDomain(user.id, { name: aName("com"), tld: "com", autoRenew: false, forwards });
	const { dns } = quietServices();
	await dns.importFile(owner, { domainId: domain.id, version: 0 }, "@ MX 10 mail.example.com.", "merge");
	await dns.publish(domain.id);
	const zone = () =>
		env.DB.prepare("select rrsets, forwards from sandbox_zones where name = ?").bind(domain.name).first();
	expect(await zone()).toMatchObject({ forwards: expect.stringContaining("example.com") });
	for (const day of [1, 31, 66]) await run(domain.expiresAt + day * DAY);
	expect(await statusOf(domain.id)).toBe("released");
	await deliverAll(user.id);
	expect(await zone()).toBeNull();
	const records = await env.DB.prepare("select count(*) as n from dns_records where domain_id = ?");
	expect(await records.bind(domain.id).first()).toEqual({ n: 0 });
	const told = await db.read(db.orm.select().from(outbox).where(eq(outbox.userId, user.id)));
	expect(told.map(({ payload }) => payload.change)).toContain("released");
});

test("a name that its registry restored is not released", async () => {
	const user = await aCustomer();
	const domain = await aDomain(user.id, { name: aName("com"), tld: "com", autoRenew: false, status: "redemption" });
	const renewed = domain.expiresAt + 365 * DAY;
	await writeRows(db, [
		db.orm.update(sandboxRegistry).set({ expiresAt: renewed }).where(eq(sandboxRegistry.name, domain.name)),
	]);
	await run(domain.expiresAt + 66 * DAY);
	const [row] = await db.read(db.orm.select().from(domains).where(eq(domains.id, domain.id)));
	expect(row).toMatchObject({ status: "active", expiresAt: renewed });
});

test("a name whose registry shows its expiry some hours later is released, not expired again", async () => {
	const user = await aCustomer();
	const domain = await aDomain(user.id, { name: aName("com"), tld: "com", autoRenew: false, status: "redemption" });
	await writeRows(db, [
		db.orm
			.update(sandboxRegistry)
			.set({ expiresAt: domain.expiresAt + 3 * HOUR })
			.where(eq(sandboxRegistry.name, domain.name)),
	]);
	await run(domain.expiresAt + 66 * DAY);
	expect(await statusOf(domain.id)).toBe("released");
	const told = await db.read(db.orm.select().from(notifications).where(eq(notifications.userId, user.id)));
	expect(told.map(({ kind }) => kind)).toEqual(["domain.released"]);
});

test("names under .ke that wait for their day don't delay other names", async () => {
	const user = await aCustomer();
	const now = Date.UTC(2001, 0, 1);
	const expired = { status: "expired" as const, autoRenew: false };
	await aDomain(user.id, { ...expired, name: aName("co.ke"), tld: "co.ke", expiresAt: now - 79 * DAY });
	const com = await aDomain(user.id, { ...expired, name: aName("com"), tld: "com", expiresAt: now - 31 * DAY });
	await run(now);
	expect(await statusOf(com.id)).toBe("redemption");
});

test("a holder is reminded by an email for each day and a notification before and after the expiry", async () => {
	const user = await aCustomer();
	const com = { tld: "com", expiresAt: Date.now() + 200 * DAY };
	const domain = await aDomain(user.id, { ...com, name: aName("com"), autoRenew: false });
	const renewing = await aDomain(user.id, { ...com, name: aName("com"), autoRenew: true });
	const at = (day: number) => domain.expiresAt + day * DAY;
	// Reminders are deleted after a month.
	const found = new Map<string, Set<number>>();
	for (const day of [-62, -60, -59, -30, -14, -10, -7, -1]) {
		const services = quietServices({ clock: () => at(day) });
		await Promise.all([runCron(daily, { clock: services.clock }), services.renewals.expiry.sendReminders()]);
		for (const { kind, subjectId, stage } of await remindersOf(user.id))
			if (kind === "domain")
				found.set(subjectId, (found.get(subjectId) ?? new Set()).add((stage - domain.expiresAt) / DAY));
	}
	const stagesOf = (id: string) => [...(found.get(id) ?? [])].toSorted((a, b) => a - b);
	expect(stagesOf(domain.id)).toEqual([-60, -30, -14, -7, -1]);
	expect(stagesOf(renewing.id)).toEqual([-7, -1]);
	const told = await db.read(db.orm.select().from(notifications).where(eq(notifications.userId, user.id)));
	expect(told.filter(({ kind }) => kind === "domain.expiring")).toMatchObject([
		{ createdAt: at(-60), params: { domainId: domain.id, expired: false } },
		{ createdAt: at(-7), params: { domainId: renewing.id, expired: false } },
	]);
});
