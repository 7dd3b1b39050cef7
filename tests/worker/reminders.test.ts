import { env } from "cloudflare:workers";
import { eq } from "drizzle-orm";
import { expect, test } from "vitest";
import { createDatabase } from "~/db/client.server";
import { nextReminderEmail } from "~/db/reminders.server";
import { domains, invoices, users } from "~/db/schema";
import { projectSchema } from "~/features/projects/projects.schema";
import { DAY, HOUR, MINUTE } from "~/lib/durations";
import { aDomain } from "../support/domains";
import { aCustomer } from "../support/factories";
import { expectConsoleError } from "../support/fail-on-console";
import { aPlan } from "../support/hosting";
import { faultyMailer } from "../support/mail";
import { aName, anOrder, aPhone, quietServices, thePayment } from "../support/orders";
import { writeRows } from "../support/rows";
import { deliverReminders, runCron } from "../support/schedule";

const db = createDatabase(env.DB);
const daily = "23 2 * * *";
const again = "23 5 * * *";

/** A customer with something due of each kind on one day, at the time of the first daily run. */
async function aDueCustomer() {
	const now = Date.parse("2027-03-02T02:23Z");
	const clock = { now };
	const mail = faultyMailer();
	const overrides = { clock: () => clock.now, mailer: mail.mailer };
	const services = quietServices(overrides);
	const user = { ...(await aCustomer({ phone: "+254712345678" })), currency: "KES" as const };
	const kept = await aDomain(user.id, { name: aName("com"), tld: "com", autoRenew: false, expiresAt: now + 30 * DAY });
	const expired = await aDomain(user.id, {
		...{ name: aName("co.ke"), tld: "co.ke", autoRenew: false, status: "expired" as const },
		expiresAt: now - 3 * DAY,
	});
	const unconfirmed = await aDomain(user.id, {
		...{ name: aName("com"), tld: "com", expiresAt: now + 300 * DAY },
		...{ registrantCheck: "pending" as const, registrantDeadline: now + 3 * DAY, registrantCheckAt: now + DAY },
	});
	const plan = await aPlan(user.id, { expiresAt: now + 6 * DAY }, now);
	await services.projects.create(
		{ userId: user.id },
		projectSchema.parse({ name: "Booking site", dueDate: "2027-03-04", status: "in-progress" }),
	);
	/** Runs the tasks of one daily search. */
	const search = (cron = daily) => runCron(cron, overrides);
	const hourly = () => runCron("7 * * * *", overrides);
	const send = () => deliverReminders(user.id, { mailer: mail.mailer });
	const sent = () => mail.delivered().filter(({ to }) => to === user.email);
	return { ...{ clock, mail, services, user, kept, expired, unconfirmed, plan, search, hourly, send, sent } };
}

const invoicesOf = (userId: string) => db.read(db.orm.select().from(invoices).where(eq(invoices.userId, userId)));

const remindersOf = async (userId: string) => {
	const rows = env.DB.prepare("select kind, day from reminders where user_id = ? order by kind").bind(userId);
	return (await rows.all<{ kind: string; day: string }>()).results;
};

test("everything due on a day comes in one email, however often and in parallel the crons run", async () => {
	const { clock, user, kept, expired, unconfirmed, search, hourly, send, sent } = await aDueCustomer();
	await Promise.all([search(), search(), hourly()]);
	clock.now += 3 * HOUR;
	await Promise.all([search(again), hourly()]);
	expect(await remindersOf(user.id)).toEqual(
		["domain", "domain", "invoice", "project", "registrant"].map((kind) => ({ kind, day: "2027-03-02" })),
	);
	await Promise.all([send(), send()]);
	await send();
	const [email, ...more] = sent();
	expect(more).toEqual([]);
	for (const line of [
		/^Invoice KK\w+: Ksh [\d,]+, due on 8 Mar 2027$/m,
		/^For Renewal of .+\. Pay by 8 Mar 2027 to keep your service running\.$/m,
		/^Pay invoice KK\w+: https:\/\/\S+\/pay-link\?link=inv_\S+$/m,
		new RegExp(`^${kept.name} expires on 1 Apr 2027$`, "m"),
		new RegExp(`^${expired.name} expired on 27 Feb 2027$`, "m"),
		// ICANN (ERRP): how to renew after the expiry.
		new RegExp(`^Renew ${expired.name}: https://\\S+/dashboard/domains/${expired.id}#renew$`, "m"),
		/After that day /,
		new RegExp(`^Confirm your email address for ${unconfirmed.name}$`, "m"),
		/^Open the link in the email to the registrant by 5 Mar 2027\./m,
		/^Booking site is due on 4 Mar 2027$/m,
	])
		expect(email?.text).toMatch(line);
	expect(email?.unsubscribeUrl).toBeUndefined();
});

test("the holder of a generic name sees its contact data once a year, and is asked to correct it", async () => {
	const clock = { now: Date.parse("2027-03-02T02:23Z") };
	const mail = faultyMailer();
	const overrides = { clock: () => clock.now, mailer: mail.mailer };
	const user = await aCustomer();
	const expiresAt = clock.now + 2 * 365 * DAY;
	const person = { firstName: "Wambui", lastName: "Njoroge", email: "wambui@example.com", phone: "+254722000111" };
	const registrant = { ...person, organisation: "Duka Ltd", address: "P.O. Box 7", city: "Nakuru", country: "Kenya" };
	const fields = { autoRenew: false, expiresAt, contacts: { registrant, admin: null, tech: null } };
	const generic = await aDomain(user.id, { name: aName("com"), tld: "com", ...fields });
	await aDomain(user.id, { name: aName("co.ke"), tld: "co.ke", ...fields });
	const start = clock.now;
	for (const day of [90, 183, 184, 365, 548, 549, 640]) {
		clock.now = start + day * DAY;
		for (let run = 0; run < 2; run += 1) await quietServices(overrides).renewals.expiry.sendReminders();
	}
	await deliverReminders(user.id, { mailer: mail.mailer });
	const sent = mail.delivered().filter(({ to }) => to === user.email);
	expect(sent.map(({ subject }) => subject)).toEqual(Array(2).fill(`Check the contact details of ${generic.name}`));
	for (const line of [
		"Wambui Njoroge, Duka Ltd, wambui@example.com, +254722000111, P.O. Box 7, Nakuru, Kenya",
		`/dashboard/domains/${generic.id}/contacts`,
		"Wrong details can be a reason to cancel a domain.",
	])
		expect(sent[1]?.text).toContain(line);
	expect(sent[1]?.unsubscribeUrl).toBeUndefined();
});

test("what is found after the day's email comes in the next day's, and nothing comes twice", async () => {
	const { clock, services, user, search, hourly, send, sent } = await aDueCustomer();
	await Promise.all([search(), hourly()]);
	await send();
	clock.now = nextReminderEmail(clock.now).at + HOUR;
	const late = await aDomain(user.id, {
		...{ name: aName("com"), tld: "com", autoRenew: false },
		expiresAt: clock.now + 14 * DAY,
	});
	await services.renewals.expiry.sendReminders();
	await send();
	const [first, second, ...more] = sent();
	expect(more).toEqual([]);
	expect(first?.text).not.toContain(late.name);
	expect(second?.subject).toContain(late.name);
	expect(second?.text).not.toContain("Booking site");
	expect((await remindersOf(user.id)).map(({ day }) => day).toSorted()).toEqual([
		...Array(5).fill("2027-03-02"),
		"2027-03-03",
	]);
});

test("what was paid, renewed or confirmed after it was found is left out, and an email about nothing is not sent", async () => {
	const { clock, services, user, kept, expired, unconfirmed, search, hourly, send, sent } = await aDueCustomer();
	await Promise.all([search(), hourly()]);
	clock.now += HOUR;
	const [invoice] = await invoicesOf(user.id);
	const paid = await services.payments.start(user, invoice?.id ?? "", { method: "mpesa", phone: aPhone() });
	if (!paid.ok) throw new Error(paid.error.message);
	await services.sandbox?.answer((await thePayment(paid.value.paymentId)).providerRef ?? "", "approve");
	await writeRows(db, [
		db.orm
			.update(domains)
			.set({ expiresAt: kept.expiresAt + 365 * DAY })
			.where(eq(domains.id, kept.id)),
		db.orm
			.update(domains)
			.set({ registrantCheck: null, registrantCheckAt: null })
			.where(eq(domains.id, unconfirmed.id)),
	]);
	await env.DB.prepare("update projects set status = 'completed' where user_id = ?").bind(user.id).run();
	await send();
	expect(sent().map(({ subject }) => subject)).toEqual([`${expired.name} expired on 27 Feb 2027`]);

	clock.now += 7 * DAY;
	await search();
	await writeRows(db, [db.orm.update(domains).set({ status: "released" }).where(eq(domains.id, expired.id))]);
	await send();
	expect(sent()).toHaveLength(1);
});

test("an email that could not be sent on its day becomes part of the next day's", async () => {
	const { clock, mail, services, user, search, hourly, sent } = await aDueCustomer();
	await Promise.all([search(), hourly()]);
	const eventId = async (day: string) =>
		env.DB.prepare("select id from outbox where dedupe_key = ?")
			.bind(`mail.reminders:${user.id}:${day}`)
			.first<string>("id");
	clock.now = nextReminderEmail(clock.now).at;
	mail.next(async () => ({ state: "delayed", reason: "down" }));
	await services.outbox.deliver((await eventId("2027-03-02")) ?? "");
	expect(sent()).toEqual([]);
	// The mailer works again after midnight in Kenya, when the next day's items are found already.
	clock.now = Date.parse("2027-03-03T03:00Z");
	await search();
	await services.outbox.deliver((await eventId("2027-03-02")) ?? "");
	expect(sent()).toEqual([]);
	clock.now = nextReminderEmail(clock.now).at;
	await services.outbox.deliver((await eventId("2027-03-03")) ?? "");
	expect(sent()).toHaveLength(1);
	expect(sent()[0]?.text).toContain("Booking site is due on 4 Mar 2027");
	expect((await remindersOf(user.id)).every(({ day }) => day === "2027-03-03")).toBe(true);
});

test("a crash after the mailer took the email sends no second one", async () => {
	const { clock, mail, services, user, search, send, sent } = await aDueCustomer();
	await search();
	clock.now = nextReminderEmail(clock.now).at;
	mail.next(async (message, key) => {
		await mail.accept(message, key);
		throw new Error("killed");
	});
	expectConsoleError();
	await send();
	clock.now += 10 * MINUTE;
	await deliverReminders(user.id, { mailer: mail.mailer });
	expect(sent()).toHaveLength(1);
	expect(mail.calls.filter(({ to }) => to === user.email).length).toBeGreaterThan(1);
	expect(new Set(mail.calls.filter(({ to }) => to === user.email).map(({ key }) => key)).size).toBe(1);
	expect(await services.outbox.sweep()).toBeGreaterThanOrEqual(0);
});

test("an unpaid order is in the email of the day before it is due, and a reminder of projects alone can be turned off", async () => {
	const { clock, services, user, search, hourly, send, sent } = await aDueCustomer();
	await writeRows(db, [db.orm.delete(domains).where(eq(domains.userId, user.id))]);
	await env.DB.prepare("delete from hosting_plans where user_id = ?").bind(user.id).run();
	await hourly();
	await send();
	expect(sent().map(({ subject }) => subject)).toEqual(["Booking site is due on 4 Mar 2027"]);
	expect(sent()[0]?.unsubscribeUrl).toContain("/unsubscribe?token=");

	const { invoiceId } = await anOrder(services, { customer: user });
	const [invoice] = await invoicesOf(user.id);
	clock.now = (invoice?.dueAt ?? 0) - DAY - 6 * HOUR;
	await writeRows(db, [
		db.orm
			.update(users)
			.set({ preferences: { projects: false } as never })
			.where(eq(users.id, user.id)),
	]);
	await search();
	await send();
	expect(sent()).toHaveLength(2);
	expect(sent()[1]?.text).toContain("After that day we cancel the order.");
	expect(sent()[1]?.text).toContain(`/pay-link?link=${invoiceId}.`);
	expect(sent()[1]?.text).not.toContain("Booking site");
});
