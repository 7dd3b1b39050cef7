import { env } from "cloudflare:workers";
import { eq } from "drizzle-orm";
import { beforeEach, expect, test } from "vitest";
import { createDatabase } from "~/db/client.server";
import { domains } from "~/db/schema";
import { registrantOf } from "~/features/orders/contact-details";
import { DAY, HOUR, MINUTE } from "~/lib/durations";
import type { RegistrantCheck } from "~/platform/registrar/registrant-check";
import { aConfirmedOwner, aDomain } from "../support/domains";
import { testServices } from "../support/factories";
import { aName, aPendingPayment, contact, quietServices, registration } from "../support/orders";
import { runJobs } from "../support/registrar-orders";
import { deliverReminders } from "../support/schedule";

const db = createDatabase(env.DB);
const start = Date.UTC(2026, 10, 23, 9);
const deadline = start + 15 * DAY;

beforeEach(async () => {
	await env.DB.exec("update domains set registrant_check = null, registrant_check_at = null");
	await env.DB.exec(
		"delete from outbox where kind in ('mail.reminders', 'mail.registrant-suspended', 'mail.staff-task')",
	);
	await env.DB.exec("delete from inbox_messages");
});

/** A shop whose registrar says what the test decides. Null: it does not answer. */
async function aWorld({ names = 1 } = {}) {
	const state = {
		now: start,
		check: { state: "pending", deadline } as RegistrantCheck | undefined | null,
		sent: 0,
	};
	const checks = {
		async registrantCheck() {
			if (state.check === null) throw new Error("no answer");
			return state.check;
		},
		async sendRegistrantCheck() {
			state.sent += 1;
			return "sent" as const;
		},
	};
	const services = testServices({
		clock: () => state.now,
		registrar: { ...testServices().registrar, registrantChecks: () => checks },
	});
	const { user, owner } = await aConfirmedOwner(services);
	const rows = [];
	for (let count = 0; count < names; count += 1)
		rows.push(await aDomain(user.id, { registrantCheck: "due", registrantCheckAt: start }));
	const [first] = rows;
	if (!first) throw new Error("no domain");
	const row = async () => (await db.read(db.orm.select().from(domains).where(eq(domains.id, first.id))))[0];
	const pass = (ms: number) => {
		state.now += ms;
	};
	return { state, services, owner, user, domain: first, row, pass };
}

/** Delivers the emails of this kind. Returns the subjects of those that arrived. */
async function emails(services: ReturnType<typeof testServices>, kind: string) {
	const found = await env.DB.prepare("select id from outbox where kind = ? and state = 'new'")
		.bind(kind)
		.all<{ id: string }>();
	for (const { id } of found.results) await services.outbox.deliver(id);
	const subjects = ((await services.inbox?.list()) ?? []).map(({ subject }) => subject);
	await env.DB.exec("delete from inbox_messages");
	return subjects;
}

test("the registrar's state is read daily until the registrant has confirmed the address", async () => {
	const { state, services, row, pass } = await aWorld();
	await Promise.all([services.registrantChecks.run(), services.registrantChecks.run()]);
	expect(await row()).toMatchObject({ registrantCheck: "pending", registrantDeadline: deadline });
	state.check = { state: "verified", deadline: null };
	pass(DAY - MINUTE);
	await services.registrantChecks.run();
	expect(await row()).toMatchObject({ registrantCheck: "pending" });
	pass(MINUTE);
	await services.registrantChecks.run();
	expect(await row()).toMatchObject({ registrantCheck: null, registrantDeadline: null, registrantCheckAt: null });
	expect(await emails(services, "mail.registrant-suspended")).toEqual([]);
});

test("an extension without checks has none, and a registrar that does not answer is asked again in an hour", async () => {
	const { state, services, row, pass } = await aWorld();
	state.check = null;
	await services.registrantChecks.run();
	expect(await row()).toMatchObject({ registrantCheck: "due", registrantCheckAt: start + HOUR });
	state.check = undefined;
	pass(HOUR);
	await services.registrantChecks.run();
	expect(await row()).toMatchObject({ registrantCheck: null, registrantCheckAt: null });
});

test("a registrant's customer gets reminders for all their domains, and only on some days", async () => {
	const { state, services, user } = await aWorld({ names: 3 });
	await services.registrantChecks.run();
	const sent: number[] = [];
	for (let day = 15; day >= 0; day -= 1) {
		state.now = deadline - day * DAY - 6 * HOUR;
		await services.registrantChecks.run();
		await services.registrantChecks.sendReminders();
		await services.registrantChecks.sendReminders();
		await deliverReminders(user.id);
		const found = await emails(services, "mail.reminders");
		if (found.length > 0) sent.push(day);
		expect(found.length).toBeLessThanOrEqual(1);
		if (found.length > 0) expect(found[0]).toMatch(/^Reminder: .+, .+ and 1 more$/);
	}
	expect(sent).toEqual([12, 7, 3, 1]);
});

test("after the deadline the customer and staff learn that the domain is suspended, each once", async () => {
	const { state, services, row, domain, pass } = await aWorld();
	await services.registrantChecks.run();
	state.check = { state: "suspended", deadline };
	pass(16 * DAY);
	await services.registrantChecks.run();
	expect(await row()).toMatchObject({ registrantCheck: "suspended" });
	expect(await emails(services, "mail.registrant-suspended")).toEqual([`Suspended: ${domain.name}`]);
	expect(await emails(services, "mail.staff-task")).toEqual([`Action needed: ${domain.name} is suspended`]);
	pass(DAY);
	await services.registrantChecks.run();
	expect(await emails(services, "mail.staff-task")).toEqual([]);
	state.check = { state: "verified", deadline: null };
	pass(DAY);
	await services.registrantChecks.run();
	expect(await row()).toMatchObject({ registrantCheck: null });
});

test("the registrar's email is sent again, unless the address is confirmed", async () => {
	const { state, services, owner, domain, row } = await aWorld();
	await services.registrantChecks.run();
	expect(await services.registrantChecks.unconfirmed(owner, 5)).toMatchObject([{ id: domain.id }]);
	expect(await services.registrantChecks.sendAgain(owner, domain.id)).toMatchObject({ ok: true, value: "sent" });
	expect(state.sent).toBe(1);
	const stranger = await aConfirmedOwner(services);
	expect(await services.registrantChecks.sendAgain(stranger.owner, domain.id)).toMatchObject({ ok: false });
	state.check = null;
	expect(await services.registrantChecks.sendAgain(owner, domain.id)).toMatchObject({ error: { kind: "unavailable" } });
	state.check = { state: "verified", deadline: null };
	expect(await services.registrantChecks.sendAgain(owner, domain.id)).toMatchObject({ ok: true, value: "verified" });
	expect(state.sent).toBe(1);
	expect(await row()).toMatchObject({ registrantCheck: null });
	expect(await services.registrantChecks.unconfirmed(owner, 5)).toEqual([]);
});

test("a new registration and a new registrant are checked, but not under .ke", async () => {
	const time = { now: Date.now() };
	const services = quietServices({ clock: () => time.now });
	const checkOf = async (name: string) => {
		const order = await aPendingPayment(services, { items: [registration(name)] });
		await services.sandbox?.answer(order.ref, "approve");
		await runJobs({ services, time }, order.orderId);
		return (await db.read(db.orm.select().from(domains).where(eq(domains.name, name))))[0];
	};
	const unconfirmed = await checkOf(aName("com").replace("fresh", "unconfirmed"));
	expect(unconfirmed).toMatchObject({ status: "active", registrantCheck: "due" });
	expect(await checkOf(aName("co.ke"))).toMatchObject({ status: "active", registrantCheck: null });
	time.now += HOUR;
	await services.registrantChecks.run();
	const { user, owner } = await aConfirmedOwner(services);
	const moved = await aDomain(user.id, { name: aName("com") });
	const registrant = registrantOf(contact);
	await services.domainManagement.setContacts(owner, moved.id, { registrant, admin: null, tech: null });
	const rows = await db.read(db.orm.select().from(domains).where(eq(domains.registrantCheck, "pending")));
	expect(rows.map(({ name }) => name)).toEqual([unconfirmed?.name]);
	const [changed] = await db.read(db.orm.select().from(domains).where(eq(domains.id, moved.id)));
	expect(changed).toMatchObject({ registrantCheck: "due" });
});
