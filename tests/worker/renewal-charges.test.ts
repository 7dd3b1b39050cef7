import { env } from "cloudflare:workers";
import { and, eq } from "drizzle-orm";
import { expect, test, vi } from "vitest";
import { createDatabase } from "~/db/client.server";
import {
	activityLog,
	domains,
	hostingPlans,
	invoices,
	ledgerEntries,
	outbox,
	payments,
	sandboxPayments,
	users,
} from "~/db/schema";
import { DAY, HOUR, MINUTE } from "~/lib/durations";
import type { PaymentProvider } from "~/platform/payment/payment-provider";
import type { TypedCard } from "~/platform/payment/sandbox/sandbox-customer";
import type { Overrides } from "~/services.server";
import { runBeforeCommit } from "../support/before-commit";
import { aCardHolder, asking, mastercard, payOnce, refusing, visa } from "../support/cards";
import { aDomain } from "../support/domains";
import { aPlan } from "../support/hosting";
import { aName, aPhone, moneyRecordsOf, quietServices, thePayment } from "../support/orders";
import { writeRows } from "../support/rows";
import { aSandbox } from "../support/sandbox-payments";
import { deliverReminders, runCron, runDue } from "../support/schedule";
import { withMessage, withTexts } from "../support/stored-texts";

const db = createDatabase(env.DB);
const hourly = "7 * * * *";

/** Services with a clock this much later. */
const later = (by: number, overrides: Overrides = {}) => quietServices({ clock: () => Date.now() + by, ...overrides });

/** A customer whose card pays renewals, with a domain whose renewal is invoiced and charged tomorrow. */
async function aRenewal(card: TypedCard = visa, { endsIn = 8 * DAY } = {}) {
	const holder = await aCardHolder(card);
	const { services, customer } = holder;
	await services.payments.cards.payRenewals(holder.confirmed, customer.id, holder.card);
	await writeRows(db, [db.orm.update(users).set({ phone: "+254712345678" }).where(eq(users.id, customer.id))]);
	const domain = await aDomain(customer.id, { name: aName("com"), tld: "com", expiresAt: Date.now() + endsIn });
	await runDue(services, ({ renewals }) => renewals.invoices.queueDue("all"));
	const open = and(eq(invoices.userId, customer.id), eq(invoices.state, "open"));
	const [invoice] = await db.read(db.orm.select().from(invoices).where(open));
	if (!invoice) throw new Error("no renewal invoice");
	return { ...holder, domain, invoice };
}

/** One hourly run of the charges. */
const charge = (services: ReturnType<typeof quietServices>) =>
	runDue(services, ({ renewals }) => renewals.charges.queueDue());

const chargeDay = DAY + MINUTE;
const triesOf = (invoiceId: string) =>
	db.read(
		db.orm
			.select()
			.from(payments)
			.where(and(eq(payments.invoiceId, invoiceId), eq(payments.automatic, true)))
			.orderBy(payments.createdAt),
	);
const chargesOf = async (number: string) =>
	(await db.read(db.orm.select().from(sandboxPayments).where(eq(sandboxPayments.invoiceNumber, number)))).filter(
		({ state }) => state === "approved",
	);
const stateOf = async (invoiceId: string) => (await quietServices().orders.invoice(invoiceId))?.state;

/** The sandbox provider with some functions replaced. */
function providerWith(parts: (real: PaymentProvider) => Partial<PaymentProvider>, clock = Date.now): PaymentProvider {
	const real = aSandbox(clock).provider;
	return { ...real, ...parts(real) };
}

const quietly = async (run: () => Promise<unknown>) => {
	const warn = vi.spyOn(console, "warn").mockImplementation(() => {});
	await run();
	warn.mockRestore();
};

async function mailsOf(userId: string, kind: string, services = quietServices()) {
	const rows = await db.read(
		db.orm
			.select()
			.from(outbox)
			.where(and(eq(outbox.userId, userId), eq(outbox.kind, kind))),
	);
	for (const { id } of rows) await services.outbox.deliver(id);
	return rows;
}

const inboxOf = async (email: string, subject: RegExp) =>
	((await quietServices().inbox?.list()) ?? []).filter(
		(mail) => mail.recipient === email && subject.test(mail.subject),
	);

/** What a customer pays for an amount in cents. */
const wholeShillings = (amount: number) => Math.floor(amount / 100) * 100;

test("a renewal is charged once on its day to the card that its customer chose, then handled like any paid one", async () => {
	const { customer, owner, domain, invoice, services } = await aRenewal();
	expect(await services.renewals.charges.paymentForInvoice(owner, invoice.id)).toMatchObject({
		kind: "charge",
		card: "Visa •••• 4242",
	});
	await charge(services);
	expect(await triesOf(invoice.id), "not before its day").toEqual([]);
	const clock = () => later(chargeDay).clock();
	await Promise.all(Array.from({ length: 4 }, () => runCron(hourly, { clock })));
	await runCron(hourly, { clock });
	expect(await triesOf(invoice.id)).toMatchObject([{ state: "succeeded", cardName: "Visa •••• 4242" }]);
	expect(await chargesOf(invoice.number)).toHaveLength(1);
	const { ledger, receipts, jobs } = await moneyRecordsOf(invoice.id, customer.id);
	expect(ledger.map(({ kind, amount }) => [kind, amount])).toEqual([["payment", wholeShillings(invoice.total)]]);
	expect(receipts.map(({ payload }) => payload.invoiceId)).toContain(invoice.id);
	expect(jobs.length).toBeGreaterThan(0);
	expect(await stateOf(invoice.id)).toBe("paid");
	const log = await services.activity.list(owner);
	expect(
		log.items.map(withMessage).find(({ message }) => message === `Invoice ${invoice.number} was paid.`),
	).toMatchObject({
		actor: "system",
	});
	expect(await services.renewals.charges.paymentForRenewal(owner, "domain", domain.id)).toEqual({ kind: "paid" });
});

test("a plan is charged three days before its end", async () => {
	const { services, customer, owner, confirmed, card } = await aCardHolder();
	await services.payments.cards.payRenewals(confirmed, customer.id, card);
	await writeRows(db, [db.orm.update(users).set({ phone: "+254712345678" }).where(eq(users.id, customer.id))]);
	const plan = await aPlan(customer.id, { expiresAt: Date.now() + 5 * DAY });
	await runDue(services, ({ renewals }) => renewals.invoices.queueDue("all"));
	await charge(later(DAY));
	expect(await services.renewals.charges.paymentForRenewal(owner, "plan", plan.id)).toMatchObject({ kind: "charge" });
	await charge(later(2 * DAY + MINUTE));
	expect(await services.renewals.charges.paymentForRenewal(owner, "plan", plan.id)).toEqual({ kind: "paid" });
});

test("a renewal that its customer no longer wants is not charged", async () => {
	const changes: ((renewal: Awaited<ReturnType<typeof aRenewal>>) => Promise<unknown>)[] = [
		({ services, confirmed, card }) => services.payments.cards.stopRenewals(confirmed, card),
		({ services, owner, card }) => services.payments.cards.remove(owner, card),
		({ services, owner, domain }) => services.portfolio.setAutoRenew(owner, domain.id, false),
		({ services, owner, invoice }) => services.orders.cancel(owner, invoice.orderId ?? ""),
		({ customer }) => writeRows(db, [db.orm.update(users).set({ status: "closing" }).where(eq(users.id, customer.id))]),
	];
	for (const change of changes) {
		const renewal = await aRenewal();
		await change(renewal);
		await charge(later(chargeDay));
		expect(await triesOf(renewal.invoice.id), change.toString()).toEqual([]);
	}
});

test("consent withdrawn just before the charge prevents it, because the charge's own batch checks it", async () => {
	type Renewal = Awaited<ReturnType<typeof aRenewal>>;
	const withdrawals = [
		({ services, confirmed, card }: Renewal) => services.payments.cards.stopRenewals(confirmed, card),
		({ services, owner, domain }: Renewal) => services.portfolio.setAutoRenew(owner, domain.id, false),
	];
	const renewals: Renewal[] = [];
	for (const withdraw of withdrawals) {
		const renewal = await aRenewal();
		const { invoice } = renewal;
		renewals.push(renewal);
		const at = chargeDay;
		await later(at).renewals.charges.queueDue();
		const slow = createDatabase(env.DB);
		let looked = false;
		const base = runBeforeCommit(slow, async () => {
			if (looked) return;
			looked = true;
			await withdraw(renewal);
		});
		await runDue(later(at, { db: base }), async () => {});
		expect(looked).toBe(true);
		expect(await triesOf(invoice.id)).toEqual([]);
	}
	const [one, other] = renewals;
	await one?.services.payments.cards.payRenewals(one.confirmed, one.owner.userId, one.card);
	await charge(later(chargeDay + 4 * HOUR));
	expect(await stateOf(one?.invoice.id ?? "")).toBe("paid");
	expect(await stateOf(other?.invoice.id ?? ""), "nothing is left on the invoice").toBe("void");
});

test("a charge whose response was lost is requested again as the same charge, however late", async () => {
	const { invoice, customer } = await aRenewal();
	const lost = providerWith(({ start }) => ({
		async start(payment) {
			await start(payment);
			throw new Error("the answer got lost");
		},
	}));
	await quietly(() => charge(later(chargeDay, { paymentProviders: [lost] })));
	expect(await triesOf(invoice.id)).toMatchObject([{ state: "pending", providerRef: null }]);
	const afterwards = later(chargeDay + 2 * HOUR);
	await afterwards.payments.reconcile();
	await Promise.all([charge(afterwards), charge(later(chargeDay + 2 * HOUR))]);
	await charge(later(chargeDay + 3 * DAY));
	expect(await triesOf(invoice.id)).toMatchObject([{ state: "succeeded" }]);
	expect(await chargesOf(invoice.number)).toHaveLength(1);
	expect((await moneyRecordsOf(invoice.id, customer.id)).ledger).toHaveLength(1);
});

test("a charge that stopped before the bank was asked is not repeated once it is not wanted", async () => {
	const { invoice, services, confirmed, card } = await aRenewal();
	const dead = providerWith(() => ({ start: () => Promise.reject(new Error("no answer")) }));
	await quietly(() => charge(later(chargeDay, { paymentProviders: [dead] })));
	await services.payments.cards.stopRenewals(confirmed, card);
	await charge(later(chargeDay + 2 * HOUR));
	await charge(later(chargeDay + 3 * DAY));
	expect(await chargesOf(invoice.number)).toEqual([]);
	expect(await triesOf(invoice.id)).toHaveLength(1);
});

test("a bank that has not decided is not asked again, and the payment stays pending", async () => {
	const { invoice } = await aRenewal();
	const at = (by: number) => () => Date.now() + by;
	const silent = (by: number) => providerWith(() => ({ fetchStatus: async () => ({ state: "pending" }) }), at(by));
	for (const by of [chargeDay, chargeDay + 2 * DAY, chargeDay + 4 * DAY]) {
		const services = later(by, { paymentProviders: [silent(by)] });
		await services.payments.reconcile();
		await charge(services);
	}
	expect(await triesOf(invoice.id)).toHaveLength(1);
	const afterwards = later(chargeDay + 4 * DAY + HOUR);
	await charge(afterwards);
	expect(await stateOf(invoice.id)).toBe("paid");
	expect(await chargesOf(invoice.number)).toHaveLength(1);
});

test("a renewal paid by hand at the same moment is paid once, by phone or by card", async () => {
	const { invoice, customer } = await aRenewal();
	const now = later(chargeDay);
	const phone = await now.payments.start(customer, invoice.id, { method: "mpesa", phone: aPhone() });
	if (!phone.ok) throw new Error(phone.error.message);
	await charge(now);
	expect(await triesOf(invoice.id), "the phone is asked first").toEqual([]);
	await now.sandbox?.answer((await thePayment(phone.value.paymentId)).providerRef ?? "", "decline");
	await charge(later(chargeDay + 2 * HOUR));
	expect(await stateOf(invoice.id)).toBe("paid");

	const other = await aRenewal();
	const dead = providerWith(() => ({ start: () => Promise.reject(new Error("no answer")) }));
	await quietly(() => charge(later(chargeDay, { paymentProviders: [dead] })));
	for (const method of [{ method: "mpesa", phone: aPhone() }, { method: "card" }] as const) {
		const started = await later(chargeDay).payments.start(other.customer, other.invoice.id, method);
		expect(started, "the bank is asked first").toMatchObject({ error: { code: "request_open" } });
	}
	// A charge that stopped is also not repeated while the customer pays it by hand.
	const late = later(chargeDay + 2 * HOUR);
	const asked = await late.payments.start(other.customer, other.invoice.id, { method: "mpesa", phone: aPhone() });
	expect(asked.ok).toBe(true);
	await charge(late);
	expect(await chargesOf(other.invoice.number)).toEqual([]);

	const racing = await aRenewal();
	await Promise.all([
		charge(later(chargeDay)),
		later(chargeDay).payments.start(racing.customer, racing.invoice.id, { method: "saved", card: racing.card }),
		later(chargeDay).payments.start(racing.customer, racing.invoice.id, { method: "mpesa", phone: aPhone() }),
		charge(later(chargeDay)),
	]);
	await charge(later(chargeDay + 2 * HOUR));
	expect((await chargesOf(racing.invoice.number)).length).toBeLessThanOrEqual(1);
	const { ledger } = await moneyRecordsOf(racing.invoice.id, racing.customer.id);
	expect(ledger.filter(({ kind }) => kind === "credit")).toEqual([]);
});

test("credit is used first, for all or part of the renewal", async () => {
	for (const share of [1, 0.25]) {
		const { invoice, customer, owner } = await aRenewal();
		const held = wholeShillings(invoice.total * share);
		await writeRows(db, [
			db.orm.insert(ledgerEntries).values({
				id: `led_${crypto.randomUUID()}`,
				userId: customer.id,
				invoiceId: invoice.id,
				kind: "credit",
				provider: "sandbox",
				receipt: crypto.randomUUID(),
				amount: held,
				currency: "KES",
				createdAt: Date.now(),
			}),
		]);
		await Promise.all([charge(later(chargeDay)), charge(later(chargeDay))]);
		expect(await stateOf(invoice.id)).toBe("paid");
		expect((await chargesOf(invoice.number)).map(({ amount }) => amount)).toEqual(
			share === 1 ? [] : [wholeShillings(invoice.total - held)],
		);
		expect(await quietServices().payments.credit.balances(owner)).toEqual([]);
		const log = await db.read(db.orm.select().from(activityLog).where(eq(activityLog.userId, customer.id)));
		expect(log.find(({ kind }) => kind === "credit.used")).toMatchObject({ actor: "system" });
	}
});

test("a refusal is emailed with its reason and the next day, tried on other days, and given up after the fourth", async () => {
	const { invoice, customer, owner, domain } = await aRenewal(refusing);
	for (let day = 0; day < 9; day += 1) {
		const services = later(chargeDay + day * DAY);
		await Promise.all([charge(services), charge(later(chargeDay + day * DAY))]);
	}
	const tries = await triesOf(invoice.id);
	expect(tries.map(({ state, failureCode }) => [state, failureCode])).toEqual(
		Array.from({ length: 4 }, () => ["failed", "declined"]),
	);
	expect(tries.map(({ createdAt }) => Math.round((domain.expiresAt - createdAt) / DAY))).toEqual([7, 5, 3, 1]);
	expect(tries.map(({ retryAt }) => retryAt !== null)).toEqual([true, true, true, false]);
	const { items } = await quietServices().notifications.list({ userId: owner.userId });
	const told = items.filter(({ kind }) => kind === "invoice.charge_failed");
	expect(told).toHaveLength(4);
	expect(told.map((row) => withTexts(row).body).join(" ")).toMatch(
		/^The bank declined Visa •••• 0341\. Nothing was charged\. We will not try again\. Please pay it now\. .* We will try again on \d+ \w+ \d{4}\. You can also pay it now\./,
	);
	expect(await mailsOf(customer.id, "mail.charge-failed", later(8 * DAY))).toHaveLength(4);
	const [first] = await inboxOf(customer.email, /^Not paid/);
	expect(first?.subject).toBe(`Not paid: invoice ${invoice.number} for Renewal of ${domain.name}`);
	expect(first?.text).toContain(`/pay/${invoice.id}`);
	expect(
		await quietServices({ clock: () => domain.expiresAt - HOUR }).renewals.charges.paymentForInvoice(owner, invoice.id),
	).toEqual({
		kind: "manual",
		by: domain.expiresAt,
	});
	// Another payment method still pays it.
	const paid = await quietServices().payments.start(customer, invoice.id, { method: "mpesa", phone: aPhone() });
	expect(paid.ok).toBe(true);
});

test("a card that needs approval by its customer, or has expired, is reported as such", async () => {
	const confirm = await aRenewal(asking);
	await charge(later(chargeDay));
	expect(await triesOf(confirm.invoice.id)).toMatchObject([{ state: "failed", failureCode: "confirmation_needed" }]);
	const today = new Date();
	const expiring = { ...visa, expMonth: today.getUTCMonth() + 1, expYear: today.getUTCFullYear() };
	const monthEnd = Date.UTC(expiring.expYear, expiring.expMonth);
	const endsIn = Math.max(8 * DAY, monthEnd + 7 * DAY + HOUR - Date.now());
	const { services, invoice, owner, customer } = await aRenewal(expiring, { endsIn });
	expect(await services.renewals.charges.paymentForInvoice(owner, invoice.id)).toMatchObject({
		kind: "card_expires",
		card: "Visa •••• 4242",
	});
	await deliverReminders(customer.id);
	const [mail] = await inboxOf(customer.email, /^Invoice/);
	expect(mail?.text).toMatch(/We would charge Visa •••• 4242 on .+, but it expires before then\./);
	await charge(later(endsIn - 7 * DAY + MINUTE));
	expect(await triesOf(invoice.id)).toMatchObject([
		{ state: "failed", failureCode: "card_expired", providerRef: null },
	]);
	expect(await chargesOf(invoice.number)).toEqual([]);

	// Another card chosen before the next attempt pays it.
	await payOnce(services, customer, mastercard, "renewals");
	await charge(later(endsIn - 5 * DAY + MINUTE));
	expect(await stateOf(invoice.id)).toBe("paid");
});

test("the renewal's email names the card and the day", async () => {
	const { customer, invoice } = await aRenewal();
	await deliverReminders(customer.id);
	const [mail] = await inboxOf(customer.email, /^Invoice/);
	expect(mail?.text).toMatch(/We'll charge Ksh [\d,.]+ to Visa •••• 4242 on \d+ \w+ \d{4}, as you chose/);
	expect(mail?.text).toContain("/dashboard/account-settings/billing");
	expect(mail?.text).toContain(`/dashboard/invoices/${invoice.id}`);
	await mailsOf(customer.id, "mail.renewals-card");
	expect(await inboxOf(customer.email, /^Visa •••• 4242 pays your renewals$/)).toHaveLength(1);
});

test("an automatic renewal is found by its columns, not by the order's key", async () => {
	const { services, owner, domain, invoice } = await aRenewal();
	await env.DB.prepare("update orders set idempotency_key = id where id = ?").bind(invoice.orderId).run();
	expect(await services.renewals.charges.paymentForInvoice(owner, invoice.id)).toMatchObject({ kind: "charge" });
	expect(await services.renewals.charges.paymentForRenewal(owner, "domain", domain.id)).toMatchObject({
		kind: "charge",
	});
	await charge(later(chargeDay));
	expect(await triesOf(invoice.id)).toHaveLength(1);
});

test("renewals that wait for their day do not delay others, however many they are", async () => {
	const { customer, invoice } = await aRenewal();
	const now = Date.now() + chargeDay;
	// More than a page. Issued now, so they are charged tomorrow. They end before the renewal that is due.
	const values = [customer.id, now, now + 3 * DAY];
	const many = (insert: string) =>
		env.DB.prepare(
			`with recursive n(i) as (select 1 union all select i + 1 from n where i < 1100) insert into ${insert} from n`,
		).bind(...values.slice(0, insert.includes("?3") ? 3 : 2));
	await env.DB.batch([
		many(`domains (id, user_id, name, tld, status, nameservers, expires_at, created_at, updated_at)
			select 'dom_wait' || i, ?1, 'wait' || i || '.com', 'com', 'active', '[]', ?3, ?2, ?2`),
		many(`orders (id, user_id, idempotency_key, request_hash, state, currency, subtotal, discount, tax, shipping, total,
				contact, created_at)
			select 'ord_wait' || i, ?1, 'wait' || i, '', 'awaiting_payment', 'KES', 1, 0, 0, 0, 1, '{}', ?2`),
		many(`order_lines (id, order_id, position, product_id, kind, name, renewed_domain_id, renewed_expiry, quantity,
				unit_amount, amount, details)
			select 'lin_wait' || i, 'ord_wait' || i, 0, 'p', 'renewal', '', 'dom_wait' || i, ?3, 1, 1, 1, '{}'`),
		many(`invoices (id, number, order_id, user_id, state, currency, subtotal, discount, tax, shipping, total, billed_to,
				issued_at, due_at)
			select 'inv_wait' || i, 'WAIT' || i, 'ord_wait' || i, ?1, 'open', 'KES', 1, 0, 0, 0, 1, '{}', ?2, ?3`),
	]);
	await charge(later(chargeDay));
	expect(await stateOf(invoice.id)).toBe("paid");
	expect(await triesOf("inv_wait1")).toEqual([]);
	// Later tests do not charge or invoice them.
	await env.DB.exec("update invoices set state = 'void' where number like 'WAIT%'");
	await env.DB.exec("update domains set status = 'released' where id like 'dom_wait%'");
});

test("a charge that ended as a dead letter is queued again on the next day of charges", async () => {
	const { domain, invoice } = await aRenewal();
	await later(chargeDay).renewals.charges.queueDue();
	const items = `kind = 'renewal.charge-domain' and payload ->> 'id' = '${domain.id}'`;
	await env.DB.exec(`update outbox set state = 'dead' where ${items}`);
	await charge(later(chargeDay + HOUR));
	expect(await triesOf(invoice.id)).toEqual([]);
	await charge(later(chargeDay + 2 * DAY));
	expect(await stateOf(invoice.id)).toBe("paid");
});

test("how another customer's renewal is paid is not shown", async () => {
	const { invoice, domain, services } = await aRenewal();
	const stranger = await aCardHolder();
	expect(await services.renewals.charges.paymentForInvoice(stranger.owner, invoice.id)).toBeNull();
	expect(await services.renewals.charges.paymentForRenewal(stranger.owner, "domain", domain.id)).toBeNull();
	await writeRows(db, [db.orm.update(domains).set({ autoRenew: false }).where(eq(domains.id, domain.id))]);
	const plan = await aPlan(stranger.customer.id, { expiresAt: Date.now() + 20 * DAY });
	expect(await services.renewals.charges.paymentForRenewal(stranger.owner, "plan", plan.id)).toMatchObject({
		kind: "manual",
	});
	await writeRows(db, [db.orm.update(hostingPlans).set({ cancelledAt: 1 }).where(eq(hostingPlans.id, plan.id))]);
	expect(await services.renewals.charges.paymentForRenewal(stranger.owner, "plan", plan.id)).toBeNull();
});

test("a renewal of a domain that is unpaid three days before the expiry waits at the desk once, and no longer when it is paid", async () => {
	const { services, customer, domain, invoice } = await aRenewal(visa, { endsIn: 10 * DAY });
	const report = (by: number) => later(by).renewals.charges.reportUnpaid();
	const ofCustomer =
		"select subject, due_at from problems where kind = 'renewal' and resolved_at is null and subject in (select id from invoices where user_id = ?)";
	const reported = async () => (await env.DB.prepare(ofCustomer).bind(customer.id).all()).results;
	await report(6 * DAY);
	expect(await reported()).toEqual([]);
	await report(7.5 * DAY);
	await report(8 * DAY);
	expect(await reported()).toEqual([{ subject: invoice.id, due_at: domain.expiresAt }]);
	// Someone has called the customer.
	await env.DB.prepare("update problems set resolved_at = 1, resolved_by = 'stf_x' where subject = ?")
		.bind(invoice.id)
		.run();
	await report(9 * DAY);
	expect(await reported()).toEqual([]);
	await env.DB.prepare("delete from problems where subject = ?").bind(invoice.id).run();
	await services.portfolio.setAutoRenew({ userId: customer.id }, domain.id, false);
	await report(9 * DAY);
	expect(await reported()).toEqual([]);
});
