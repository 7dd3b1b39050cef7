import { env } from "cloudflare:workers";
import { and, eq } from "drizzle-orm";
import { expect, test } from "vitest";
import { createDatabase } from "~/db/client.server";
import { domains, notifications, outbox, sandboxRegistry } from "~/db/schema";
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

const at = (time: number) => quietServices({ clock: () => time });
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

const reminders = async (userId: string) =>
	db.read(
		db.orm
			.select()
			.from(outbox)
			.where(and(eq(outbox.userId, userId), eq(outbox.kind, "mail.expiry-reminder"))),
	);

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
	for (const day of [-61, -60, -59, -30, -14, -10, -7, -1]) {
		const services = at(domain.expiresAt + day * DAY);
		await Promise.all([runCron(daily, { clock: services.clock }), services.renewals.expiry.sendReminders()]);
	}
	const of = async (id: string) => (await reminders(user.id)).filter(({ payload }) => payload.domainId === id);
	expect(await of(domain.id)).toHaveLength(5);
	expect(await of(renewing.id)).toHaveLength(2);
	const told = await db.read(db.orm.select().from(notifications).where(eq(notifications.userId, user.id)));
	expect(told.filter(({ kind }) => kind === "domain.expiring")).toMatchObject([
		{ createdAt: domain.expiresAt - 60 * DAY, params: { domainId: domain.id, expired: false } },
		{ createdAt: renewing.expiresAt - 7 * DAY, params: { domainId: renewing.id, expired: false } },
	]);

	const [newest, older] = (await of(domain.id)).toSorted((a, b) => b.createdAt - a.createdAt);
	const services = at(domain.expiresAt - DAY);
	const inbox = async () => ((await services.inbox?.list()) ?? []).filter(({ recipient }) => recipient === user.email);
	// Of reminders that were delayed all this time only the newest is sent.
	await services.outbox.deliver(older?.id ?? "");
	expect(await inbox()).toHaveLength(0);
	await services.outbox.deliver(newest?.id ?? "");
	expect((await inbox())[0]?.subject).toMatch(new RegExp(`^${domain.name} expires on `));

	// After a renewal the reminder of the former expiry date is not sent.
	const later = at(domain.expiresAt - DAY + HOUR);
	const [waiting] = await of(renewing.id);
	const next = domain.expiresAt + 365 * DAY;
	await writeRows(db, [db.orm.update(domains).set({ expiresAt: next }).where(eq(domains.id, renewing.id))]);
	await later.outbox.deliver(waiting?.id ?? "");
	expect(await inbox()).toHaveLength(1);
	expect((await of(renewing.id)).find(({ id }) => id === waiting?.id)).toMatchObject({
		state: "sent",
		lastError: "Not sent: its expiry date has changed",
	});
});
