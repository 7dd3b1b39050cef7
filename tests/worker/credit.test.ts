import { env } from "cloudflare:workers";
import { expect, test } from "vitest";
import { createDatabase } from "~/db/client.server";
import { ledgerEntries } from "~/db/schema";
import { invoiceDocument } from "~/features/invoices/invoice-document";
import { invoicePdf } from "~/features/invoices/invoice-pdf.server";
import { orderView } from "~/features/orders/order-view";
import { kenya } from "~/lib/dates";
import { DAY } from "~/lib/durations";
import { createId } from "~/lib/ids";
import { formatMoney } from "~/lib/money";
import type { Services } from "~/services.server";
import { aCustomer } from "../support/factories";
import { aName, anOrder, moneyRecordsOf, quietServices, registration, thePayment } from "../support/orders";
import { aPromo } from "../support/promo";
import { writeRows } from "../support/rows";
import { runDue } from "../support/schedule";
import { withTexts } from "../support/stored-texts";

/** Gives the customer credit, as a payment for a closed invoice does. */
async function giveCredit(userId: string, amount: number, currency: "KES" | "USD" = "KES") {
	const db = createDatabase(env.DB);
	const id = createId("led");
	await writeRows(db, [
		db.orm.insert(ledgerEntries).values({
			id,
			userId,
			invoiceId: "inv_late",
			kind: "credit",
			provider: "sandbox",
			receipt: id,
			amount,
			currency,
			createdAt: Date.now(),
		}),
	]);
}

/** A pending card payment. */
async function asked(services: Services, user: { id: string; email: string }, invoiceId: string): Promise<string> {
	const started = await services.payments.start(user, invoiceId, { method: "card" });
	if (!started.ok) throw new Error(started.error.message);
	return (await thePayment(started.value.paymentId)).providerRef ?? "";
}

/** What a customer pays for a total in cents. */
const wholeShillings = (total: number) => Math.floor(total / 100) * 100;

async function aBuyer() {
	const user = await aCustomer({ currency: "KES" });
	return { id: user.id, email: user.email, currency: "KES" as const };
}

/** An order of Ksh 437.40: 450 less 10 %, and 8 % tax. */
async function anOrderWithCents(services: Services) {
	const code = `CENTS${Math.random().toString(36).slice(2, 8).toUpperCase()}`;
	await aPromo({ code });
	return anOrder(services, { items: [registration(aName("xyz"))], promo: code });
}

test("paying from credit writes one entry, starts the order's work and keeps the rest", async () => {
	const services = quietServices();
	const { user, invoiceId, quote } = await anOrder(services);
	await giveCredit(user.id, quote.total.amount + 500);
	expect(await services.payments.credit.pay({ userId: user.id }, invoiceId)).toMatchObject({ ok: true });
	const { ledger, receipts, jobs } = await moneyRecordsOf(invoiceId, user.id);
	expect(ledger).toMatchObject([{ kind: "payment", provider: "credit", amount: wholeShillings(quote.total.amount) }]);
	expect([receipts.length, jobs.length]).toEqual([1, 1]);
	const rest = 500 + quote.total.amount - wholeShillings(quote.total.amount);
	expect(await services.payments.credit.balances({ userId: user.id })).toEqual([{ currency: "KES", amount: rest }]);
	expect(await services.payments.credit.pay({ userId: user.id }, invoiceId)).toMatchObject({
		ok: false,
		error: { code: "not_payable" },
	});
});

test("a payment calculated before credit was used does not settle the invoice", async () => {
	const services = quietServices();
	const { user, invoiceId } = await anOrder(services);
	const owner = { userId: user.id };
	const read = await services.orders.ownInvoice(owner, invoiceId);
	if (!read) throw new Error("No invoice");
	await giveCredit(user.id, 100);
	expect(await services.payments.credit.pay(owner, invoiceId)).toMatchObject({ ok: true });
	const paid = await services.orders.markInvoicePaid(read, Date.now());
	expect(await services.db.commit(paid, Date.now())).toEqual({ state: "stale" });
	expect(await services.orders.ownInvoice(owner, invoiceId)).toMatchObject({ state: "open", creditUsed: 100 });
});

test("credit pays what the page said, once, and nothing if the amounts have changed since", async () => {
	const services = quietServices();
	const { user, invoiceId } = await anOrder(services, { items: [registration(aName("xyz"))] });
	const owner = { userId: user.id };
	const due = async () => {
		const invoice = await services.orders.ownInvoice(owner, invoiceId);
		return wholeShillings((invoice?.total ?? 0) - (invoice?.creditUsed ?? 0));
	};
	const total = await due();
	await giveCredit(user.id, 10_000);
	const pay = (pays: number, left: number) =>
		quietServices().payments.credit.pay(owner, invoiceId, { actor: "customer", shown: { pays, left } });

	await giveCredit(user.id, 5_000);
	expect(await pay(10_000, total - 10_000)).toMatchObject({ error: { code: "credit_changed" } });
	expect(await due()).toBe(total);
	const presses = await Promise.all([1, 2, 3].map(() => pay(15_000, total - 15_000)));
	expect(presses).toEqual([1, 2, 3].map(() => ({ ok: true, value: null })));
	expect(await due()).toBe(total - 15_000);

	await giveCredit(user.id, total);
	expect(await pay(15_000, total - 15_000), "the page before the payment").toMatchObject({ ok: true });
	expect(await due()).toBe(total - 15_000);
	expect(await pay(total - 15_000, 0)).toMatchObject({ ok: true });
	expect(await pay(total - 15_000, 0), "pressed again").toMatchObject({ ok: true });
	expect(await services.payments.credit.balances(owner)).toEqual([{ currency: "KES", amount: 15_000 }]);
});

test("two invoices paid at the same time can't spend the same credit", async () => {
	const services = quietServices();
	const customer = await aBuyer();
	const first = await anOrder(services, { customer });
	const second = await anOrder(services, { customer });
	const held = first.quote.total.amount + 100;
	await giveCredit(customer.id, held);
	await Promise.all(
		[first, second, first, second, first, second].map(({ invoiceId }) =>
			quietServices().payments.credit.pay({ userId: customer.id }, invoiceId),
		),
	);
	const books = await Promise.all([first, second].map(({ invoiceId }) => moneyRecordsOf(invoiceId, customer.id)));
	const spent = books.flatMap(({ ledger }) => ledger).reduce((sum, { amount }) => sum + amount, 0);
	expect(spent).toBe(held);
	expect(await services.payments.credit.balances({ userId: customer.id })).toEqual([]);
	const used = await Promise.all([first, second].map(({ invoiceId }) => services.orders.invoice(invoiceId)));
	expect(used.reduce((sum, invoice) => sum + (invoice?.creditUsed ?? 0), 0)).toBe(held);
});

test("credit that is too small pays part of the invoice, and the payment is exactly the rest", async () => {
	const services = quietServices();
	const { user, invoiceId, quote } = await anOrderWithCents(services);
	const owner = { userId: user.id };
	await giveCredit(user.id, 30_000);
	expect(await services.payments.credit.pay(owner, invoiceId)).toMatchObject({ ok: true });
	expect(await services.orders.invoice(invoiceId)).toMatchObject({ state: "open", creditUsed: 30_000 });
	expect(await services.payments.credit.pay(owner, invoiceId)).toMatchObject({ error: { code: "credit_short" } });
	expect(await services.billing.open(owner)).toEqual([
		{ currency: "KES", count: 1, amount: wholeShillings(quote.total.amount) - 30_000 },
	]);

	const charged = formatMoney({ ...quote.total, amount: wholeShillings(quote.total.amount) });
	const orderPage = async () => {
		const { orderId } = (await services.orders.invoice(invoiceId)) ?? {};
		const order = await services.orders.find(owner, orderId ?? "");
		const { total, rounding, tax } = (order && orderView(order, Date.now(), kenya)) ?? {};
		return { total, rounding, tax };
	};
	const tax = { label: "Tax (8%)", amount: formatMoney(quote.tax) };
	expect(await orderPage()).toEqual({ total: charged, rounding: "−Ksh 0.40", tax });

	const ref = await asked(services, user, invoiceId);
	await services.sandbox?.answer(ref, "approve");
	expect(await orderPage(), "after the payment").toEqual({ total: charged, rounding: "−Ksh 0.40", tax });
	const { ledger, receipts, jobs } = await moneyRecordsOf(invoiceId, user.id);
	expect(ledger.map(({ kind, provider, amount }) => [kind, provider, amount])).toEqual([
		["payment", "credit", 30_000],
		["payment", "sandbox", wholeShillings(quote.total.amount) - 30_000],
	]);
	expect([receipts.length, jobs.length]).toEqual([1, 1]);

	const paid = await services.billing.invoice(owner, invoiceId);
	if (!paid) throw new Error("no invoice");
	const { total, toPay, payments, sums } = invoiceDocument(paid, Date.now(), kenya);
	expect({ total, toPay }).toEqual({ total: charged, toPay: null });
	const rounding = { label: "Rounded down for M-Pesa", text: "−Ksh 0.40" };
	expect(sums.at(-1)).toEqual(rounding);
	expect(payments).toMatchObject([
		{ label: "Credit", text: "−Ksh 300" },
		{ label: "Card", note: expect.stringMatching(/, receipt S\w{9}$/) },
	]);
});

test("credit pays whole shillings, so that the total stays the one of the cart", async () => {
	const services = quietServices();
	const { user, invoiceId, quote } = await anOrderWithCents(services);
	const owner = { userId: user.id };
	await giveCredit(user.id, 10_050);
	expect(await services.payments.credit.pay(owner, invoiceId)).toMatchObject({ ok: true });
	expect(await services.payments.credit.balances(owner)).toEqual([{ currency: "KES", amount: 50 }]);
	expect(await services.payments.credit.pay(owner, invoiceId)).toMatchObject({ error: { code: "credit_short" } });
	const invoice = await services.billing.invoice(owner, invoiceId);
	expect(invoice && invoiceDocument(invoice, Date.now(), kenya).total).toBe(formatMoney(quote.toPay));
});

test("an order that costs less than a shilling is paid at once", async () => {
	const services = quietServices();
	const code = `NEARLY${Math.random().toString(36).slice(2, 8).toUpperCase()}`;
	await aPromo({ code, amount: 44_950, currency: "KES" });
	const { invoiceId, quote } = await anOrder(services, { items: [registration(aName("xyz"))], promo: code });
	expect(quote).toMatchObject({ total: { amount: 54 }, toPay: { amount: 0 } });
	expect(await services.orders.invoice(invoiceId)).toMatchObject({ state: "paid" });
});

test("money that M-Pesa sent twice can pay the same amount again, without cents that only a card could pay", async () => {
	const services = quietServices();
	const { user, invoiceId, quote } = await anOrderWithCents(services);
	expect(quote.total.amount % 100).toBeGreaterThan(0);
	await giveCredit(user.id, Math.floor(quote.total.amount / 100) * 100);
	expect(await services.payments.credit.pay({ userId: user.id }, invoiceId)).toMatchObject({ ok: true });
	expect(await services.orders.invoice(invoiceId)).toMatchObject({ state: "paid" });
	expect(await services.payments.credit.balances({ userId: user.id })).toEqual([]);
});

test("a partly paid invoice shows what credit paid, on the page and in the file", async () => {
	const services = quietServices();
	const { user, invoiceId, quote } = await anOrder(services);
	await giveCredit(user.id, 30_000);
	await services.payments.credit.pay({ userId: user.id }, invoiceId);
	const invoice = await services.billing.invoice({ userId: user.id }, invoiceId);
	if (!invoice) throw new Error("no invoice");
	const text = invoiceDocument(invoice, Date.now(), kenya);
	expect(text.toPay).toBe(formatMoney({ ...quote.total, amount: quote.total.amount - 30_000 }));
	expect(text.payments).toHaveLength(1);
	const drawn = await invoicePdf(invoice, kenya, Date.now());
	const without = await invoicePdf({ ...invoice, payments: [], creditUsed: 0 }, kenya, Date.now());
	expect(drawn.length).toBeGreaterThan(without.length);
});

test("a payment requested before credit was used returns the excess", async () => {
	const services = quietServices();
	const { user, invoiceId, quote } = await anOrder(services);
	const owner = { userId: user.id };
	const ref = await asked(services, user, invoiceId);
	await giveCredit(user.id, 30_000);
	await services.payments.credit.pay(owner, invoiceId);
	await Promise.all([1, 2, 3].map(() => services.sandbox?.answer(ref, "approve")));
	const { ledger, reviews } = await moneyRecordsOf(invoiceId, user.id);
	expect(ledger.map(({ kind, amount }) => [kind, amount]).toSorted()).toEqual(
		[
			["credit", 30_000],
			["payment", 30_000],
			["payment", wholeShillings(quote.total.amount) - 30_000],
		].toSorted(),
	);
	expect(reviews).toEqual([]);
	expect(await services.orders.invoice(invoiceId)).toMatchObject({ state: "paid" });
	expect(await services.payments.credit.balances(owner)).toEqual([{ currency: "KES", amount: 30_000 }]);
	expect((await services.notifications.list(owner)).items.map((row) => withTexts(row).body)).toContainEqual(
		expect.stringContaining("We received Ksh 300 more for invoice"),
	);
});

test("credit and a payment at the same time are counted once, in either order", async () => {
	for (let round = 0; round < 4; round += 1) {
		const services = quietServices();
		const { user, invoiceId, quote } = await anOrder(services);
		const owner = { userId: user.id };
		const ref = await asked(services, user, invoiceId);
		await giveCredit(user.id, 30_000);
		await Promise.all([
			quietServices().payments.credit.pay(owner, invoiceId),
			quietServices().sandbox?.answer(ref, "approve"),
			quietServices().payments.credit.pay(owner, invoiceId),
		]);
		const { ledger, receipts } = await moneyRecordsOf(invoiceId, user.id);
		const paid = ledger.filter(({ kind }) => kind === "payment").reduce((sum, { amount }) => sum + amount, 0);
		expect(paid).toBe(wholeShillings(quote.total.amount));
		expect(receipts).toHaveLength(1);
		expect(await services.payments.credit.balances(owner)).toEqual([{ currency: "KES", amount: 30_000 }]);
	}
});

test("cancelling returns the credit once, and a payment that still arrives becomes credit too", async () => {
	const services = quietServices();
	const { user, orderId, invoiceId, quote } = await anOrder(services);
	const owner = { userId: user.id };
	await giveCredit(user.id, 30_000);
	await services.payments.credit.pay(owner, invoiceId);
	const ref = await asked(services, user, invoiceId);
	await Promise.all([1, 2, 3].map(() => quietServices().orders.cancel(owner, orderId)));
	expect(await services.payments.credit.balances(owner)).toEqual([{ currency: "KES", amount: 30_000 }]);
	await services.sandbox?.answer(ref, "approve");
	expect(await services.payments.credit.balances(owner)).toEqual([
		{ currency: "KES", amount: wholeShillings(quote.total.amount) },
	]);
});

test("an order that was not paid in time returns its credit and shows it", async () => {
	const services = quietServices();
	const { user, invoiceId } = await anOrder(services);
	const owner = { userId: user.id };
	await giveCredit(user.id, 30_000);
	await services.payments.credit.pay(owner, invoiceId);
	await runDue(quietServices({ clock: () => Date.now() + 60 * DAY }), ({ orders }) => orders.queueUnpaid("all"));
	expect(await services.payments.credit.balances(owner)).toEqual([{ currency: "KES", amount: 30_000 }]);
	expect((await services.notifications.list(owner)).items.map((row) => withTexts(row).body)).toContainEqual(
		expect.stringContaining("We returned the credit that you used for it"),
	);
});

test("credit in another currency or of another customer pays nothing", async () => {
	const services = quietServices();
	const { user, invoiceId, quote } = await anOrder(services);
	const other = await aBuyer();
	await giveCredit(user.id, quote.total.amount, "USD");
	await giveCredit(other.id, quote.total.amount);
	expect(await services.payments.credit.pay({ userId: user.id }, invoiceId)).toMatchObject({
		ok: false,
		error: { code: "credit_short" },
	});
	expect(await services.payments.credit.pay({ userId: other.id }, invoiceId)).toMatchObject({
		ok: false,
		error: { kind: "not_found" },
	});
	expect((await moneyRecordsOf(invoiceId, user.id)).ledger).toEqual([]);
	expect(await services.payments.credit.balances({ sessionHash: "0".repeat(64) })).toEqual([]);
});
