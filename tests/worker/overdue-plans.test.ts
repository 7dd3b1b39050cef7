import { env } from "cloudflare:workers";
import { and, eq, inArray, sql } from "drizzle-orm";
import { beforeEach, expect, test } from "vitest";
import { createDatabase } from "~/db/client.server";
import { hostingPlans, invoices, jobs, outbox, sandboxPanelAccounts } from "~/db/schema";
import { planRow } from "~/features/hosting/plan-row";
import { suspensionGraceMs } from "~/features/hosting/suspension";
import { progressOf } from "~/features/orders/job-progress";
import { kenya } from "~/lib/dates";
import { DAY, HOUR, MINUTE } from "~/lib/durations";
import type { HostingPanel } from "~/platform/hosting/hosting-panel";
import type { Overrides, Services } from "~/services.server";
import { aCustomer } from "../support/factories";
import { expectConsoleError } from "../support/fail-on-console";
import { aPanel, aPlan, thePlan } from "../support/hosting";
import { faultyMailer } from "../support/mail";
import { aPhone, quietServices, thePayment } from "../support/orders";
import { runCron, runDue } from "../support/schedule";
import { anOwner } from "../support/staff";
import { withNote } from "../support/stored-texts";

const db = createDatabase(env.DB);
const hourly = "7 * * * *";
let now: number;

beforeEach(async () => {
	now = Date.UTC(2026, 10, 21, 9);
	// The searches for what is due would find the plans of the tests before.
	await db.orm.update(hostingPlans).set({ status: "terminated", keptUntil: null });
});

const clock = () => now;

/** A customer with a plan that ends in five days, whose renewal is invoiced. */
async function anInvoicedPlan(overrides: Overrides = {}) {
	const faults = faultyMailer();
	const services = quietServices({ clock, mailer: faults.mailer, ...overrides });
	const user = { ...(await aCustomer({ phone: "+254712345678" })), currency: "KES" as const };
	const expiresAt = now + 5 * DAY;
	const plan = { ...(await aPlan(user.id, { expiresAt }, now)), expiresAt };
	await runDue(services, ({ renewals }) => renewals.invoices.queueDue("all"));
	const invoice = async () => {
		const [row] = await db.read(db.orm.select().from(invoices).where(eq(invoices.userId, user.id)));
		if (!row) throw new Error("no invoice");
		return row;
	};
	const events = (kind: string) =>
		db.read(
			db.orm
				.select()
				.from(outbox)
				.where(and(eq(outbox.kind, kind), sql`${outbox.payload} like ${`%${plan.id}%`}`)),
		);
	const emails = (kind: string) =>
		db.read(
			db.orm
				.select()
				.from(outbox)
				.where(and(eq(outbox.userId, user.id), eq(outbox.kind, kind))),
		);
	return {
		...{ services, user, plan, faults, invoice, events, emails },
		async deliverInvoice() {
			const waiting = async () => (await emails("mail.reminders")).filter(({ state }) => state === "new");
			for (let [mail] = await waiting(); mail; [mail] = await waiting()) {
				now = Math.max(now, mail.nextAt);
				await services.outbox.deliver(mail.id);
			}
		},
		/** Does the work of the crons once a day until this many days after the expiry. */
		async passDays(days: number) {
			for (let day = 0; day <= days; day += 1) {
				now = Math.max(now, expiresAt + day * DAY + MINUTE);
				await runDue(services, async ({ orders, renewals }) => {
					await orders.queueUnpaid("all");
					await renewals.overduePlans.queueDue("all");
				});
			}
		},
		async updateAccount() {
			for (const { id } of await events("hosting.update-account")) await services.outbox.deliver(id);
		},
		async startPayment() {
			const started = await services.payments.start(user, (await invoice()).id, { method: "mpesa", phone: aPhone() });
			if (!started.ok) throw new Error(started.error.message);
			return (await thePayment(started.value.paymentId)).providerRef ?? "";
		},
		approve: (ref: string) => services.sandbox?.answer(ref, "approve"),
		/** Suspends the plan, and returns until when its content is kept. */
		async suspend() {
			await this.deliverInvoice();
			await this.passDays(afterGrace);
			await this.updateAccount();
			const { keptUntil } = await thePlan(plan.id);
			if (keptUntil === null) throw new Error("not suspended");
			return keptUntil;
		},
		job: async () => {
			const [job] = await db.read(db.orm.select().from(jobs).where(eq(jobs.userId, user.id)));
			if (!job) throw new Error("no job");
			return withNote(job);
		},
		account: async () => {
			const accounts = db.orm.select().from(sandboxPanelAccounts).where(eq(sandboxPanelAccounts.account, plan.id));
			return (await db.read(accounts))[0];
		},
	};
}

const afterGrace = suspensionGraceMs / DAY + 1;

test("a plan that is not paid expires, is suspended once, and works again at once after the payment", async () => {
	const shop = await anInvoicedPlan();
	const { services, user, plan, faults } = shop;
	await shop.deliverInvoice();
	expect(await shop.invoice()).toMatchObject({ deliveredAt: now });
	await shop.passDays(1);
	const state = async () => planRow(await thePlan(plan.id), now, kenya);
	expect(await state()).toMatchObject({ status: "active", state: "expired", unpaid: { title: expect.any(String) } });
	expect(await shop.invoice()).toMatchObject({ state: "open" });

	await shop.passDays(afterGrace + 3);
	await Promise.all([runCron(hourly, { clock }), runCron(hourly, { clock })]);
	await shop.updateAccount();
	const suspended = await thePlan(plan.id);
	expect(suspended).toMatchObject({ status: "suspended", keptUntil: expect.any(Number) });
	expect(await state()).toMatchObject({
		state: "suspended",
		unpaid: { text: expect.stringMatching(/Pay to use it again\. We keep its content until \d+ \w+ 2026\./) },
	});
	expect(await shop.account()).toMatchObject({ suspendReason: "Not paid since 2026-11-26" });
	const [mail, ...more] = await shop.emails("mail.plan-suspended");
	expect(more).toEqual([]);
	expect(await shop.events("hosting.update-account")).toHaveLength(1);
	await services.outbox.deliver(mail?.id ?? "");
	const told = faults.delivered().find(({ subject }) => subject === "Business Hosting is suspended");
	expect(told?.text).toContain(`/pay/${(await shop.invoice()).id}`);
	expect(told?.text).toMatch(/We keep its content until \d+ Dec 2026\. After that day we delete it\./);
	expect((await services.notifications.list({ userId: user.id })).items.map(({ kind }) => kind)).toContain(
		"plan.suspended",
	);

	await shop.approve(await shop.startPayment());
	await services.orders.runJob((await shop.job()).id);
	expect(await thePlan(plan.id)).toMatchObject({ status: "active", keptUntil: null });
	expect((await thePlan(plan.id)).expiresAt).toBeGreaterThan(now + 27 * DAY);
	expect(await shop.account()).toMatchObject({ suspendedAt: null, suspendReason: null });
	await shop.updateAccount();
	expect(await shop.account()).toMatchObject({ suspendedAt: null });
	expect(await shop.emails("mail.renewed")).toHaveLength(1);
});

test("a plan is not suspended while the email with its invoice was never sent, and the email is repeated each day", async () => {
	const shop = await anInvoicedPlan();
	await shop.passDays(afterGrace + 3);
	expect(await thePlan(shop.plan.id)).toMatchObject({ status: "active" });
	expect(await shop.emails("mail.reminders")).toHaveLength(6);
	const before = now;
	await shop.deliverInvoice();
	const { deliveredAt } = await shop.invoice();
	expect(deliveredAt).toBeGreaterThanOrEqual(before);
	for (const { text } of shop.faults.delivered())
		expect(text).toMatch(/was due on \d+ \w+ 2026\nFor .+ Pay now to keep your service running/);
	now += 2 * DAY;
	await runCron(hourly, { clock });
	expect(await thePlan(shop.plan.id), "it has the whole time after the email").toMatchObject({ status: "active" });
	now += 2 * DAY;
	await runCron(hourly, { clock });
	expect(await thePlan(shop.plan.id)).toMatchObject({ status: "suspended" });
});

test("an unpaid plan that staff suspended in the meantime is suspended for its invoice when that ends", async () => {
	const shop = await anInvoicedPlan();
	// The search finds it, and its item waits for the invoice to be delivered.
	await shop.passDays(afterGrace);
	const staff = await anOwner();
	const { services, plan } = shop;
	const version = async () => (await thePlan(plan.id)).updatedAt;
	const spam = { version: await version(), until: null, reason: "Sends spam" };
	expect(await services.plansDesk.suspend(staff, plan.id, spam)).toMatchObject({ ok: true });
	await shop.deliverInvoice();
	await shop.passDays(afterGrace + 5);
	expect(await thePlan(plan.id)).toMatchObject({ suspendedReason: "Sends spam", keptUntil: null });
	const solved = { version: await version(), reason: "Solved" };
	expect(await services.plansDesk.unsuspend(staff, plan.id, solved)).toMatchObject({ ok: true });
	expect(await thePlan(plan.id)).toMatchObject({ status: "active", suspendedReason: null });
	await shop.passDays(afterGrace + 6);
	expect(await thePlan(plan.id)).toMatchObject({ status: "suspended", keptUntil: expect.any(Number) });
	expect(await shop.emails("mail.plan-suspended")).toHaveLength(2);
});

test("a plan is not suspended if the customer's address rejects the invoice, and staff hear of it", async () => {
	expectConsoleError();
	const shop = await anInvoicedPlan();
	shop.faults.next(async () => ({ state: "refused", reason: "no such mailbox", badRecipient: true }));
	await shop.deliverInvoice();
	await shop.passDays(15);
	expect(await thePlan(shop.plan.id)).toMatchObject({ status: "active" });
	expect(await shop.events("plan.suspend")).toMatchObject([
		{ state: "dead", lastError: expect.stringContaining("could not be delivered") },
	]);
});

test("an invoice whose address rejects a later email does not count as delivered", async () => {
	expectConsoleError();
	const shop = await anInvoicedPlan();
	await shop.deliverInvoice();
	shop.faults.next(async () => ({ state: "refused", reason: "mailbox closed", badRecipient: true }));
	await db.orm.update(outbox).set({ state: "new", attempts: 0 }).where(eq(outbox.userId, shop.user.id));
	await shop.deliverInvoice();
	expect(await shop.invoice()).toMatchObject({ deliveredAt: null });
	await shop.passDays(afterGrace);
	expect(await thePlan(shop.plan.id)).toMatchObject({ status: "active" });
});

test("a plan waits for a pending payment, and for its renewal after the payment", async () => {
	const shop = await anInvoicedPlan();
	await shop.deliverInvoice();
	now = shop.plan.expiresAt + suspensionGraceMs - MINUTE;
	const ref = await shop.startPayment();
	now += 2 * MINUTE;
	await runCron(hourly, { clock });
	expect(await shop.events("plan.suspend")).toMatchObject([{ state: "new", lastError: "A payment is pending" }]);
	await shop.approve(ref);
	now += HOUR;
	await runCron(hourly, { clock });
	expect(await shop.events("plan.suspend")).toMatchObject([{ state: "sent" }]);
	expect(await thePlan(shop.plan.id)).toMatchObject({ status: "active" });
	await shop.services.orders.runJob((await shop.job()).id);
	expect((await thePlan(shop.plan.id)).expiresAt).toBeGreaterThan(shop.plan.expiresAt);
});

test("a renewal of a suspended plan waits for a panel that does not answer, which its customer sees", async () => {
	const { panel } = aPanel(clock);
	let isDown = false;
	const hostingPanel: HostingPanel = {
		...panel,
		async unsuspend(account) {
			if (isDown) throw new Error("no answer");
			return panel.unsuspend(account);
		},
	};
	const shop = await anInvoicedPlan({ hostingPanel });
	await shop.deliverInvoice();
	await shop.passDays(afterGrace);
	await shop.updateAccount();
	isDown = true;
	await shop.approve(await shop.startPayment());
	for (let run = 0; run < 2; run += 1) {
		await shop.services.orders.runJob((await shop.job()).id);
		now += 5 * MINUTE;
	}
	expect(await thePlan(shop.plan.id)).toMatchObject({ status: "suspended" });
	expect(await shop.job()).toMatchObject({ state: "queued", lastError: "no answer" });
	expect(progressOf(await shop.job(), kenya)).toEqual({
		state: "queued",
		label: "Being renewed",
		message: "The hosting server is slow to answer. We keep trying.",
	});
	isDown = false;
	await shop.services.orders.sweepJobs();
	expect(await thePlan(shop.plan.id)).toMatchObject({ status: "active" });
	expect(await shop.account()).toMatchObject({ suspendedAt: null });
});

test("a payment that comes while the panel suspends the account wins", async () => {
	const { panel } = aPanel(clock);
	let pay = async () => {};
	const hostingPanel: HostingPanel = {
		...panel,
		async suspend(account, reason) {
			await pay();
			return panel.suspend(account, reason);
		},
	};
	const shop = await anInvoicedPlan({ hostingPanel });
	await shop.deliverInvoice();
	await shop.passDays(afterGrace);
	pay = async () => {
		await shop.approve(await shop.startPayment());
		await shop.services.orders.runJob((await shop.job()).id);
	};
	await shop.updateAccount();
	expect(await thePlan(shop.plan.id)).toMatchObject({ status: "active" });
	now += 5 * MINUTE;
	await shop.updateAccount();
	expect(await shop.account()).toMatchObject({ suspendedAt: null });
});

test("a plan that an unpaid order kept from being invoiced is invoiced after its expiry, with time to pay", async () => {
	const services = quietServices({ clock });
	const user = { ...(await aCustomer({ phone: "+254712345678" })), currency: "KES" as const };
	const expiresAt = now - DAY;
	const plan = await aPlan(user.id, { expiresAt }, now - 40 * DAY);
	await services.renewals.invoices.invoicePlan({ id: plan.id, expiresAt });
	const [invoice] = await db.read(db.orm.select().from(invoices).where(eq(invoices.userId, user.id)));
	expect(invoice).toMatchObject({ state: "open", dueAt: now + 3 * DAY });
	const cancelled = await aPlan(user.id, { expiresAt, cancelledAt: now - 2 * DAY }, now - 40 * DAY);
	expect(await services.renewals.invoices.invoicePlan({ id: cancelled.id, expiresAt })).toEqual({
		state: "done",
	});
});

const queueDue = ({ renewals }: Services) => renewals.overduePlans.queueDue("all");

test("a plan that expired while no cron ran waits for its late invoice before staff have to act", async () => {
	const services = quietServices({ clock });
	const user = await aCustomer({ phone: "+254712345678" });
	const expiresAt = now - 40 * DAY;
	const plan = await aPlan(user.id, { expiresAt }, now - 80 * DAY);
	const { suspend } = services.renewals.overduePlans;
	const foundAt = now;
	expect(await suspend({ id: plan.id, expiresAt }, foundAt)).toMatchObject({ state: "postponed" });
	now += 14 * DAY;
	expect(await suspend({ id: plan.id, expiresAt }, foundAt)).toMatchObject({ state: "refused" });
});

test("a suspended plan ends only after its time, with a last backup, and its customer hears of it", async () => {
	const { panel } = aPanel(clock);
	const backups: (string | null)[] = [];
	const hostingPanel: HostingPanel = {
		...panel,
		async backUp(_account, ref) {
			backups.push(ref);
			return ref === null ? { state: "running", ref: "backup-1" } : { state: "succeeded" };
		},
	};
	const shop = await anInvoicedPlan({ hostingPanel });
	const { services, plan, faults } = shop;
	const keptUntil = await shop.suspend();
	expect(keptUntil).toBeGreaterThan(now + 28 * DAY);
	now = keptUntil - MINUTE;
	await runDue(services, queueDue);
	expect(await thePlan(plan.id)).toMatchObject({ status: "suspended" });
	expect(await shop.account()).toBeDefined();

	now = keptUntil + MINUTE;
	await runDue(services, queueDue);
	expect(await thePlan(plan.id), "the backup is running").toMatchObject({ status: "suspended", backupRef: "backup-1" });
	now += HOUR;
	await runDue(services, queueDue);
	await runDue(services, queueDue);
	expect(backups).toEqual([null, "backup-1"]);
	expect(await thePlan(plan.id)).toMatchObject({ status: "terminated" });
	expect(await shop.invoice()).toMatchObject({ state: "void" });
	for (const { id } of await shop.events("hosting.delete")) await services.outbox.deliver(id);
	expect(await shop.account()).toBeUndefined();
	const [mail, ...more] = await shop.emails("mail.plan-ended");
	expect(more).toEqual([]);
	await services.outbox.deliver(mail?.id ?? "");
	expect(faults.delivered().at(-1)).toMatchObject({
		subject: "Business Hosting has ended",
		text: expect.stringContaining("We made a last backup."),
	});
	expect(await shop.emails("mail.order-cancelled")).toEqual([]);
});

test("a plan that is paid again in time keeps everything, also while the last payment is pending", async () => {
	const shop = await anInvoicedPlan();
	const keptUntil = await shop.suspend();
	now = keptUntil - MINUTE;
	const ref = await shop.startPayment();
	now = keptUntil + MINUTE;
	await runDue(shop.services, queueDue);
	expect(await thePlan(shop.plan.id)).toMatchObject({ status: "suspended" });
	await shop.approve(ref);
	now += HOUR;
	await runDue(shop.services, queueDue);
	await shop.services.orders.runJob((await shop.job()).id);
	now += DAY;
	await runDue(shop.services, queueDue);
	expect(await thePlan(shop.plan.id)).toMatchObject({ status: "active", keptUntil: null });
	expect(await shop.account()).toMatchObject({ suspendedAt: null });
});

test("a plan is kept while the panel can't make a backup, and tried again each day", async () => {
	expectConsoleError();
	const { panel } = aPanel(clock);
	const failed = { state: "failed", message: "no space left", retryable: false } as const;
	let answer: typeof failed | { readonly state: "succeeded" } = failed;
	const shop = await anInvoicedPlan({ hostingPanel: { ...panel, backUp: async () => answer } });
	now = (await shop.suspend()) + MINUTE;
	await runDue(shop.services, queueDue);
	expect(await shop.events("plan.end")).toMatchObject([{ state: "dead", lastError: "No backup: no space left" }]);
	expect(await thePlan(shop.plan.id)).toMatchObject({ status: "suspended" });
	answer = { state: "succeeded" };
	now += DAY;
	await runDue(shop.services, queueDue);
	expect(await thePlan(shop.plan.id)).toMatchObject({ status: "terminated" });
});

test("a customer is reminded of every unpaid plan on some days, and never of paid ones", async () => {
	const shop = await anInvoicedPlan();
	const { services, user, plan, faults } = shop;
	const other = await aPlan(user.id, { expiresAt: plan.expiresAt + MINUTE, name: "Pro", productId: "shared-pro" }, now);
	await runDue(services, ({ renewals }) => renewals.invoices.queueDue("all"));
	await shop.deliverInvoice();
	const remind = async () => {
		const before = faults.delivered().length;
		await Promise.all([services, services].map(({ renewals }) => renewals.overduePlans.sendReminders()));
		await services.renewals.overduePlans.sendReminders();
		await shop.deliverInvoice();
		return faults.delivered().slice(before);
	};
	now = plan.expiresAt - 4 * HOUR;
	expect(await remind()).toEqual([]);
	now = plan.expiresAt + HOUR;
	const [mail, ...more] = await remind();
	expect(more).toEqual([]);
	expect(mail?.text).toContain("Business Hosting is not paid\nIt was paid until");
	expect(mail?.text).toContain("Professional Hosting is not paid\nIt was paid until");
	expect(await remind(), "only on some days").toEqual([]);

	const keptUntil = await shop.suspend();
	for (const days of [7, 1]) {
		now = keptUntil - days * DAY - 6 * HOUR;
		const [kept] = await remind();
		expect(kept?.text).toContain("It is suspended. We keep its content until");
	}
	await db.orm
		.update(hostingPlans)
		.set({ status: "active", keptUntil: null, expiresAt: now + DAY })
		.where(inArray(hostingPlans.id, [plan.id, other.id]));
	expect(await remind()).toEqual([]);
});
