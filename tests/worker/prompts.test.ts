import { env } from "cloudflare:workers";
import { and, asc, eq } from "drizzle-orm";
import { beforeEach, expect, test, vi } from "vitest";
import { createDatabase } from "~/db/client.server";
import { hostingPlans, invoices, outbox, payments, users } from "~/db/schema";
import { describePrompt } from "~/features/payments/payment-failure";
import { promptTimes } from "~/features/payments/prompt";
import { DAY, HOUR, MINUTE, SECOND } from "~/lib/durations";
import { kenyanTime } from "~/lib/kenyan-day";
import { sha256Hex } from "~/lib/sha256";
import { action as changeBilling } from "~/routes/portal/settings/billing";
import { visa } from "../support/cards";
import { aDaraja } from "../support/daraja";
import { aCustomer, aSession } from "../support/factories";
import { aPlan } from "../support/hosting";
import { faultyMailer } from "../support/mail";
import { moneyRecordsOf, quietServices } from "../support/orders";
import { post } from "../support/route-action";
import { writeRows } from "../support/rows";
import { deliverReminders, runDue } from "../support/schedule";
import { withTexts } from "../support/stored-texts";

const db = createDatabase(env.DB);
const day = "2027-03-10";
/** When the plan ends: at 20:00 in Kenya. */
const dueAt = kenyanTime(day, 20);

beforeEach(() => {
	vi.spyOn(console, "warn").mockImplementation(() => {});
	return () => vi.restoreAllMocks();
});

/** A customer whose plan's renewal is invoiced and due on `day`, with prompts at 18:00. */
async function aPromptedCustomer({ hour = 18, phone = `07${Math.random().toString().slice(2, 10)}` } = {}) {
	const daraja = aDaraja();
	const { services } = daraja;
	const goTo = (time: number) => daraja.pass(time - services.clock());
	goTo(dueAt - 6 * DAY);
	const user = { ...(await aCustomer({ phone: "+254712345678" })), currency: "KES" as const };
	const owner = { userId: user.id };
	const plan = await aPlan(user.id, { expiresAt: dueAt }, services.clock());
	await runDue(services, ({ renewals }) => renewals.invoices.queueDue("all"));
	const [invoice] = await db.read(db.orm.select().from(invoices).where(eq(invoices.userId, user.id)));
	if (!invoice) throw new Error("no invoice");
	expect(await services.payments.prompts.choose(owner, { phone, hour })).toMatchObject({ ok: true });

	/** Runs the hourly cron of each hour in this range, and what it queued at its time. */
	async function runHours(from: number, to: number): Promise<void> {
		for (let hourAt = from; hourAt <= to; hourAt += HOUR) {
			goTo(hourAt + 7 * MINUTE);
			await Promise.all([services.payments.prompts.queueDue(), services.payments.prompts.queueDue()]);
			const queued = await db.read(
				db.orm
					.select()
					.from(outbox)
					.where(and(eq(outbox.kind, "payment.prompt"), eq(outbox.state, "new"))),
			);
			for (const { id, nextAt } of queued) {
				goTo(Math.max(nextAt, services.clock()));
				await Promise.all([services.outbox.deliver(id), services.outbox.deliver(id)]);
			}
		}
	}
	const sent = () =>
		db.read(
			db.orm
				.select()
				.from(payments)
				.where(and(eq(payments.invoiceId, invoice.id), eq(payments.prompted, true)))
				.orderBy(asc(payments.createdAt)),
		);
	const pushes = () => daraja.server.pushes();
	/** The customer's answer on the phone. Code 0 pays. */
	async function answer(code: number): Promise<void> {
		const last = (await sent()).at(-1);
		await daraja.deliver(daraja.server.answer(last?.providerRef ?? "", code));
		await daraja.runEvents(user.id);
	}
	const invoiceState = async () =>
		(await db.read(db.orm.select().from(invoices).where(eq(invoices.id, invoice.id))))[0]?.state;
	const planned = () => services.renewals.charges.paymentForInvoice(owner, invoice.id);
	return { daraja, services, user, owner, plan, invoice, goTo, runHours, sent, pushes, answer, invoiceState, planned };
}

test("a prompt is sent once at the chosen hour of the due day, and pays the invoice", async () => {
	const shop = await aPromptedCustomer({ phone: "0712 345 678" });
	await shop.runHours(kenyanTime("2027-03-09", 0), kenyanTime(day, 23));
	const [prompt, ...more] = await shop.sent();
	expect(more).toEqual([]);
	expect(prompt).toMatchObject({ phone: "+254712345678", method: "mpesa", createdAt: kenyanTime(day, 18) });
	expect(shop.pushes()).toHaveLength(1);
	await shop.answer(0);
	expect(await shop.invoiceState()).toBe("paid");
	expect((await moneyRecordsOf(shop.invoice.id, shop.user.id)).ledger).toHaveLength(1);
	const [entry] = (await shop.services.activity.list(shop.owner, { q: "prompt to" })).items;
	expect(entry).toMatchObject({ actor: "system", kind: "payment.prompted" });
	await shop.runHours(kenyanTime("2027-03-11", 17), kenyanTime("2027-03-11", 19));
	expect(await shop.sent()).toHaveLength(1);
});

test.each([
	["not enough money", 1, "There was not enough money in the account. Nothing was charged."],
	["a wrong PIN", 2001, "The PIN was wrong. Nothing was charged."],
	["no answer", 1037, "The phone could not be reached."],
])(
	"after %s, the prompt comes once a day on two more days, and its result is shown without an email",
	async (_, code, text) => {
		const shop = await aPromptedCustomer();
		const results: string[] = [];
		for (const at of [day, "2027-03-11", "2027-03-12", "2027-03-13", "2027-03-14"]) {
			await shop.runHours(kenyanTime(at, 17), kenyanTime(at, 19));
			const [last] = await shop.services.payments.prompts.ofInvoice(shop.owner, shop.invoice.id);
			if (last?.state === "pending") await shop.answer(code);
			results.push(...(await shop.sent()).slice(-1).map(({ state }) => state));
		}
		expect((await shop.sent()).map(({ createdAt }) => (createdAt - kenyanTime(day, 18)) / DAY)).toEqual([0, 1, 2]);
		const [shown] = await shop.services.payments.prompts.ofInvoice(shop.owner, shop.invoice.id);
		if (!shown) throw new Error("no prompt");
		expect(describePrompt(shown, shop.services.clock())).toMatch(
			/^We sent an M‑Pesa prompt to 07\d\d \d{3} \d{3} on 12 Mar 2027, 18:00 EAT\./,
		);
		expect(describePrompt(shown, shop.services.clock())).toContain(text);
		const notices = (await shop.services.notifications.list(shop.owner)).items.filter(
			({ kind }) => kind === "invoice.prompt_failed",
		);
		expect(notices).toHaveLength(3);
		expect(withTexts(notices[0] as never)).toMatchObject({
			title: `M-Pesa prompt not paid: invoice ${shop.invoice.number}`,
			href: `/pay/${shop.invoice.id}`,
		});
		const emails = await db.read(db.orm.select().from(outbox).where(eq(outbox.userId, shop.user.id)));
		expect(emails.filter(({ kind }) => kind === "mail.charge-failed")).toEqual([]);
	},
);

test("a customer who declines gets no other prompt for the invoice", async () => {
	const shop = await aPromptedCustomer();
	await shop.runHours(kenyanTime(day, 17), kenyanTime(day, 18));
	await shop.answer(1032);
	expect(await shop.planned(), "the page promises no other one").toMatchObject({ kind: "manual" });
	await shop.runHours(kenyanTime("2027-03-11", 17), kenyanTime("2027-03-12", 19));
	expect(await shop.sent()).toHaveLength(1);
});

test("nothing is sent for a cancelled invoice or plan, with a card for renewals, or once prompts are off", async () => {
	const paid = await aPromptedCustomer();
	await db.orm.update(invoices).set({ state: "void" }).where(eq(invoices.id, paid.invoice.id));
	await paid.runHours(kenyanTime(day, 17), kenyanTime(day, 19));
	expect(await paid.sent()).toEqual([]);

	const off = await aPromptedCustomer();
	await off.services.payments.prompts.turnOff(off.owner);
	await off.runHours(kenyanTime(day, 17), kenyanTime(day, 19));
	expect(await off.sent()).toEqual([]);

	const byCard = await aPromptedCustomer();
	await env.DB.prepare(
		`insert into payment_cards (id, user_id, provider, token, fingerprint, brand, last4, exp_month, exp_year, renewals_at, created_at)
			values (?, ?, 'sandbox', 't', ?, ?, ?, ?, ?, 1, 0)`,
	)
		.bind(`crd_${byCard.user.id}`, byCard.user.id, byCard.user.id, visa.brand, visa.last4, visa.expMonth, visa.expYear)
		.run();
	await byCard.runHours(kenyanTime(day, 17), kenyanTime(day, 19));
	expect(await byCard.sent()).toEqual([]);

	const cancelled = await aPromptedCustomer();
	await db.orm.update(hostingPlans).set({ cancelledAt: 1 }).where(eq(hostingPlans.id, cancelled.plan.id));
	await cancelled.runHours(kenyanTime(day, 17), kenyanTime(day, 19));
	expect(await cancelled.sent(), "the plan is not to be renewed").toEqual([]);

	const paying = await aPromptedCustomer();
	paying.goTo(kenyanTime(day, 17) + 7 * MINUTE);
	await paying.services.payments.prompts.queueDue();
	paying.goTo(kenyanTime(day, 18) - 20 * SECOND);
	const started = await paying.services.payments.start(paying.user, paying.invoice.id, {
		method: "mpesa",
		phone: "0712 000 111",
	});
	expect(started.ok).toBe(true);
	paying.goTo(kenyanTime(day, 18));
	await runDue(paying.services, async () => 0);
	expect(await paying.sent(), "the customer is paying by hand").toEqual([]);
});

test("a prompt whose hour is over by the time it could be sent is left out", async () => {
	const shop = await aPromptedCustomer();
	shop.goTo(kenyanTime(day, 17) + 7 * MINUTE);
	await shop.services.payments.prompts.queueDue();
	const [item] = await db.read(
		db.orm
			.select()
			.from(outbox)
			.where(and(eq(outbox.kind, "payment.prompt"), eq(outbox.state, "new"))),
	);
	expect(item?.nextAt).toBe(kenyanTime(day, 18));
	shop.goTo(kenyanTime(day, 23));
	await shop.services.outbox.deliver(item?.id ?? "");
	expect(await shop.sent()).toEqual([]);
});

test("the first prompt comes before the service ends", () => {
	expect(promptTimes(dueAt, 18)[0]).toBe(kenyanTime(day, 18));
	expect(promptTimes(dueAt, 20)[0]).toBe(dueAt);
	expect(promptTimes(dueAt, 21)[0]).toBe(kenyanTime("2027-03-09", 21));
	expect(promptTimes(dueAt, 7)).toEqual(["2027-03-10", "2027-03-11", "2027-03-12"].map((at) => kenyanTime(at, 7)));
});

test("the reminder email and the pages say when the prompt comes", async () => {
	const shop = await aPromptedCustomer({ phone: "0712 345 678" });
	const mail = faultyMailer();
	await deliverReminders(shop.user.id, { mailer: mail.mailer });
	const [email] = mail.delivered().filter(({ to }) => to === shop.user.email);
	expect(email?.text).toMatch(
		/We send an M-Pesa prompt for Ksh [\d,]+ to 0712 345 678 on 10 Mar 2027, 18:00 EAT\. Approve it with your PIN/,
	);
	expect(await shop.planned()).toMatchObject({
		kind: "prompt",
		phone: "+254712345678",
		at: kenyanTime(day, 18),
	});
});

test("prompts are off until the customer chooses them, and a wrong number is refused", async () => {
	const services = quietServices();
	const user = await aCustomer({ phone: "+254712345678" });
	const owner = { userId: user.id };
	const { prompts } = services.payments;
	expect(await prompts.setting(owner)).toEqual({ setting: null, suggested: "+254712345678" });
	expect(await prompts.choose(owner, { phone: "020 123 4567", hour: 18 })).toMatchObject({
		error: { fields: { phone: "Enter a Safaricom number such as 0712 345 678." } },
	});
	await prompts.choose(owner, { phone: "0722 000 111", hour: 7 });
	expect((await prompts.setting(owner)).setting).toEqual({ phone: "+254722000111", hour: 7 });
	await prompts.turnOff(owner);
	await prompts.turnOff(owner);
	expect((await prompts.setting(owner)).setting).toBeNull();
	await writeRows(db, [db.orm.update(users).set({ status: "closed" }).where(eq(users.id, user.id))]);
});

test("accounts in dollars can turn prompts off, but not on", async () => {
	const services = quietServices();
	const user = await aCustomer({ phone: "+254712345678", currency: "USD" });
	const { cookie, token } = await aSession(user, { services });
	const send = (form: Record<string, string>) =>
		post(changeBilling, { services, cookie, address: "/dashboard/account-settings/billing", form });
	expect(await send({ intent: "prompts", phone: "0712 345 678", hour: "18" })).toMatchObject({ init: { status: 404 } });
	const owner = { sessionHash: sha256Hex(token) };
	await services.payments.prompts.choose(owner, { phone: "0712 345 678", hour: 18 });
	expect(await send({ intent: "prompts-off" })).toMatchObject({ status: 303 });
	expect((await services.payments.prompts.setting(owner)).setting).toBeNull();
});
