import { env } from "cloudflare:workers";
import { and, eq } from "drizzle-orm";
import { beforeEach, expect, test, vi } from "vitest";
import { createDatabase } from "~/db/client.server";
import { invoices, paymentCards, paymentEvents, payments, users } from "~/db/schema";
import { DAY, HOUR, MINUTE, SECOND } from "~/lib/durations";
import { createId } from "~/lib/ids";
import type { RefundRequest } from "~/platform/payment/provider-refunds";
import { paystackKey } from "../services/paystack";
import { aBuyer, aConfirmation } from "../support/cards";
import { aDaraja } from "../support/daraja";
import { aDomain } from "../support/domains";
import { aName, anOrder, aPhone, moneyRecordsOf, thePayment } from "../support/orders";
import { aPaystack } from "../support/paystack";
import { writeRows } from "../support/rows";
import { runDue } from "../support/schedule";

const db = createDatabase(env.DB);

beforeEach(() => {
	vi.spyOn(console, "warn").mockImplementation(() => {});
	return () => vi.restoreAllMocks();
});

const bodyOf = ({ server }: ReturnType<typeof aPaystack>, path: string) =>
	server.calls.findLast((call) => call.path === path)?.body;

test("a card is entered on Paystack's page, and its signed message settles the payment", async () => {
	const paystack = aPaystack();
	const { payment, ref, redirectUrl, user, invoiceId } = await paystack.aPayment();
	expect(redirectUrl).toMatch(/^https:\/\/checkout\.paystack\.com\//);
	expect(bodyOf(paystack, "/transaction/initialize")).toMatchObject({
		...{ amount: payment.amount, currency: "KES", email: user.email, channels: ["card"] },
		callback_url: `https://kikoa.test/pay/${invoiceId}?returned=1`,
		reference: payment.id.replace("_", "-"),
	});
	expect(await paystack.deliver(paystack.server.payPage(ref))).toBe("accepted");
	const [{ id } = { id: 0 }] = paystack.server.transactions();
	expect(await thePayment(payment.id)).toMatchObject({ state: "succeeded", receipt: String(id) });
	const { ledger, receipts, reviews } = await moneyRecordsOf(invoiceId, user.id);
	expect(ledger).toMatchObject([{ kind: "payment", amount: payment.amount, receipt: String(id) }]);
	expect([receipts.length, reviews.length]).toEqual([1, 0]);
});

test("fifty deliveries of one message post the money once", async () => {
	const paystack = aPaystack();
	const { ref, user, invoiceId } = await paystack.aPayment();
	const message = paystack.server.payPage(ref);
	await Promise.all(Array.from({ length: 50 }, () => paystack.deliver(message)));
	const { ledger, receipts, reviews } = await moneyRecordsOf(invoiceId, user.id);
	expect([ledger.length, receipts.length, reviews.length]).toEqual([1, 1, 0]);
});

test("a message with a wrong signature stores nothing", async () => {
	const paystack = aPaystack();
	const { payment, ref } = await paystack.aPayment();
	const { raw, headers } = paystack.server.payPage(ref);
	const changed = new TextEncoder().encode(new TextDecoder().decode(raw).replace("KES", "KES "));
	const otherKey = paystack.server.eventOf("charge.success", {}, `${paystackKey}0`);
	for (const forged of [
		{ raw, headers: new Headers() },
		{ raw: changed, headers },
		{ raw, headers: otherKey.headers },
	])
		expect(await paystack.deliver(forged)).toBe("unauthentic");
	expect(await thePayment(payment.id)).toMatchObject({ state: "pending" });
	const events = await db.read(db.orm.select().from(paymentEvents).where(eq(paymentEvents.paymentId, payment.id)));
	expect(events).toEqual([]);
});

test("a message about another amount, another currency or another transaction goes to staff", async () => {
	const paystack = aPaystack();
	const { payment, ref, user, invoiceId } = await paystack.aPayment();
	paystack.server.payPage(ref);
	const other = payment.amount - 100;
	const changes = [
		{ id: 1, amount: other, requested_amount: other },
		{ id: 2, currency: "USD" },
		{ id: 3, reference: `${ref}.9` },
	];
	for (const change of changes)
		expect(await paystack.deliver(paystack.server.messageAbout(ref, change))).toBe("under_review");
	const { reviews, ledger } = await moneyRecordsOf(invoiceId, user.id);
	expect(reviews.map(({ reason }) => reason).sort()).toEqual([
		"amount_mismatch",
		"currency_mismatch",
		"other_reference",
	]);
	expect(ledger).toEqual([]);
	const strange = paystack.server.messageAbout(ref, { id: 4, reference: "T685312322670591" });
	expect(await paystack.deliver(strange), "of a payment page").toBe("under_review");
});

test("messages about refunds that failed and about transfers are accepted and ignored", async () => {
	const paystack = aPaystack();
	for (const event of ["refund.failed", "refund.pending", "transfer.success"])
		expect(await paystack.deliver(paystack.server.eventOf(event, { status: "processed" }))).toBe("accepted");
	expect(await paystack.deliver(paystack.server.eventOf("charge.success", { id: 1 }))).toBe("malformed");
});

test("a fee that the customer pays is not our money", async () => {
	const paystack = aPaystack();
	const { payment, ref, user, invoiceId } = await paystack.aPayment();
	expect(await paystack.deliver(paystack.server.payPage(ref, { fee: 2_900 }))).toBe("accepted");
	const { ledger } = await moneyRecordsOf(invoiceId, user.id);
	expect(ledger).toMatchObject([{ kind: "payment", amount: payment.amount }]);
});

test("a payment whose message is lost is found by the scheduled check", async () => {
	const paystack = aPaystack();
	const { payment, ref } = await paystack.aPayment();
	paystack.server.payPage(ref);
	paystack.pass(11 * SECOND);
	await paystack.services.payments.check(payment.id);
	expect(await thePayment(payment.id)).toMatchObject({ state: "succeeded" });
});

test("a page whose address was lost is opened again with a new reference, and paid once", async () => {
	const paystack = aPaystack();
	const { user, invoiceId } = await anOrder(paystack.services);
	const start = () => paystack.services.payments.start(user, invoiceId, { method: "card" });
	paystack.server.faults.plan("lost");
	expect(await start()).toMatchObject({ error: { kind: "unavailable" } });
	paystack.pass(20 * SECOND);
	const started = await start();
	if (!started.ok) throw new Error(started.error.message);
	const { providerRef } = await thePayment(started.value.paymentId);
	expect(providerRef).toMatch(/^pay-\w+\.2$/);
	expect(started.value.redirectUrl).toMatch(/^https:/);
	await paystack.deliver(paystack.server.payPage(providerRef ?? ""));
	expect(await thePayment(started.value.paymentId)).toMatchObject({ state: "succeeded" });
});

test("a message that arrives before the answer to its own request settles the payment", async () => {
	const paystack = aPaystack();
	const { payment, ref } = await paystack.aPayment();
	const unanswered = { providerRef: null };
	await writeRows(db, [db.orm.update(payments).set(unanswered).where(eq(payments.id, payment.id))]);
	expect(await paystack.deliver(paystack.server.payPage(ref))).toBe("accepted");
	expect(await thePayment(payment.id)).toMatchObject({ state: "succeeded" });
});

test.each(["refuse", "error", "silent", "lost"] as const)(
	"a check that meets the fault %s changes nothing",
	async (fault) => {
		const paystack = aPaystack();
		const { payment, ref } = await paystack.aPayment();
		const message = paystack.server.payPage(ref);
		paystack.pass(11 * SECOND);
		paystack.server.faults.plan(fault);
		await paystack.services.payments.check(payment.id);
		expect(await thePayment(payment.id)).toMatchObject({ state: "pending", checks: 1 });
		paystack.server.faults.plan(fault);
		expect(await paystack.deliver(message)).toBe("retry");
		expect(await paystack.deliver(message)).toBe("accepted");
		expect(await thePayment(payment.id)).toMatchObject({ state: "succeeded" });
	},
);

test.each(["abandoned", "ongoing", "pending", "reversal-pending"] as const)(
	"a transaction that is %s stays pending, and can still be paid",
	async (status) => {
		const paystack = aPaystack();
		const { payment, ref } = await paystack.aPayment();
		paystack.server.decide(ref, status, "Transaction declined. Please use the test card.");
		paystack.pass(11 * SECOND);
		await paystack.services.payments.check(payment.id);
		expect(await thePayment(payment.id)).toMatchObject({ state: "pending" });
		await paystack.deliver(paystack.server.payPage(ref));
		expect(await thePayment(payment.id)).toMatchObject({ state: "succeeded" });
	},
);

test("an abandoned page ends as failed after half a day", async () => {
	const paystack = aPaystack();
	const { ref } = await paystack.aPayment();
	paystack.pass(12 * HOUR + SECOND);
	expect(await paystack.provider.fetchStatus(ref)).toEqual({ state: "failed", code: "timed_out" });
});

test.each([
	["failed", "Insufficient Funds", "failed", "insufficient_funds"],
	["failed", "Incorrect PIN", "failed", "wrong_pin"],
	["failed", "Expired card", "failed", "card_expired"],
	["failed", "Declined", "failed", "declined"],
	["failed", "Something new", "failed", "unknown"],
	["reversed", null, "failed", "unknown"],
] as const)(
	"a transaction that is %s because of %s makes the payment %s: %s",
	async (status, reason, state, failureCode) => {
		const paystack = aPaystack();
		const { payment, ref } = await paystack.aPayment();
		paystack.server.decide(ref, status, reason);
		paystack.pass(11 * SECOND);
		await paystack.services.payments.check(payment.id);
		expect(await thePayment(payment.id)).toMatchObject({ state, failureCode });
	},
);

test("a currency that Paystack has not enabled is refused at once, and not offered if the settings say so", async () => {
	const paystack = aPaystack();
	paystack.server.takeShillingsOnly();
	const { payment, redirectUrl } = await paystack.aPayment("card", { currency: "USD" });
	expect([payment.state, payment.failureCode, redirectUrl]).toEqual(["failed", "unknown", null]);
	const inShillings = aPaystack({ currencies: ["KES"] });
	const order = await anOrder(inShillings.services, { currency: "USD" });
	expect(await inShillings.services.payments.start(order.user, order.invoiceId, { method: "card" })).toMatchObject({
		error: { kind: "invalid" },
	});
});

test("M-Pesa is requested on the phone, and the message settles it", async () => {
	const paystack = aPaystack();
	const { payment, ref, user, invoiceId } = await paystack.aPayment("mpesa");
	expect(bodyOf(paystack, "/charge")).toMatchObject({
		...{ amount: payment.amount, currency: "KES" },
		mobile_money: { phone: payment.phone, provider: "mpesa" },
	});
	expect(await paystack.deliver(paystack.server.decide(ref, "success"))).toBe("accepted");
	expect(await thePayment(payment.id)).toMatchObject({ state: "succeeded" });
	expect((await moneyRecordsOf(invoiceId, user.id)).ledger).toHaveLength(1);
});

test("a phone request whose answer is lost is not sent again, and a refused one fails at once", async () => {
	const paystack = aPaystack();
	const { user, invoiceId } = await anOrder(paystack.services);
	const input = { method: "mpesa", phone: aPhone() } as const;
	paystack.server.faults.plan("lost");
	expect(await paystack.services.payments.start(user, invoiceId, input)).toMatchObject({
		error: { kind: "unavailable" },
	});
	paystack.pass(20 * SECOND);
	expect(await paystack.services.payments.start(user, invoiceId, input)).toMatchObject({ ok: true });
	expect(paystack.server.transactions()).toHaveLength(1);

	const other = await anOrder(paystack.services);
	const refused = await paystack.services.payments.start(other.user, other.invoiceId, {
		...{ method: "mpesa", phone: "0112345678" },
	});
	if (!refused.ok) throw new Error(refused.error.message);
	expect(await thePayment(refused.value.paymentId)).toMatchObject({ state: "failed", failureCode: "unknown" });
});

test("with two providers, M-Pesa goes to Safaricom and cards to Paystack", async () => {
	const daraja = aDaraja();
	const paystack = aPaystack();
	const services = paystack.servicesWith({ paymentProviders: [daraja.aProvider(), paystack.provider] });
	const order = await anOrder(services);
	const overview = await services.payments.overview({ userId: order.user.id }, order.invoiceId);
	expect(overview?.accepted).toEqual(["mpesa", "card"]);
	const byPhone = await services.payments.start(order.user, order.invoiceId, { method: "mpesa", phone: aPhone() });
	const other = await anOrder(services);
	const byCard = await services.payments.start(other.user, other.invoiceId, { method: "card" });
	if (!byPhone.ok || !byCard.ok) throw new Error("not started");
	expect(await thePayment(byPhone.value.paymentId)).toMatchObject({ provider: "mpesa" });
	expect(await thePayment(byCard.value.paymentId)).toMatchObject({ provider: "paystack" });
});

test("a card is saved once with its newest authorization, and one that may not be charged again is not saved", async () => {
	const paystack = aPaystack();
	const customer = await aBuyer();
	const saved = await paystack.aCardHolder(customer);
	expect(saved).toMatchObject({ name: "Visa •••• 4081", expires: "12/34" });
	await paystack.aCardHolder(customer);
	expect(await paystack.services.payments.cards.list({ userId: customer.id })).toHaveLength(1);
	const [row] = await db.read(db.orm.select().from(paymentCards).where(eq(paymentCards.userId, customer.id)));
	expect(row?.fingerprint).toBe("SIG_4081");
	expect(JSON.stringify(row)).not.toContain("AUTH_");
	const other = await aBuyer();
	await expect(paystack.aCardHolder(other, { reusable: false })).rejects.toThrow("no card is saved");
});

test("a saved card is charged with the email that it was saved with", async () => {
	const paystack = aPaystack();
	const customer = await aBuyer();
	const { id: card } = await paystack.aCardHolder(customer);
	const renamed = { ...customer, email: `new-${customer.email}` };
	const { invoiceId } = await anOrder(paystack.services, { customer: renamed });
	const started = await paystack.services.payments.start(renamed, invoiceId, { method: "saved", card });
	if (!started.ok) throw new Error(started.error.message);
	expect(await thePayment(started.value.paymentId)).toMatchObject({ state: "succeeded" });
	expect(bodyOf(paystack, "/transaction/charge_authorization")).toMatchObject({ email: customer.email });
});

test.each([
	["challenge", { state: "pending", redirectUrl: expect.stringMatching(/^https:/) }],
	["open_url", { state: "pending", redirectUrl: expect.stringMatching(/^https:/) }],
	["otp", { state: "failed", failureCode: "confirmation_needed" }],
	["failed", { state: "failed", failureCode: "insufficient_funds" }],
	["pending", { state: "pending", redirectUrl: null }],
] as const)("a customer who pays with a saved card whose bank answers %s", async (answer, expected) => {
	const paystack = aPaystack();
	const customer = await aBuyer();
	const { id: card } = await paystack.aCardHolder(customer, { answer });
	const { invoiceId } = await anOrder(paystack.services, { customer });
	const started = await paystack.services.payments.start(customer, invoiceId, { method: "saved", card });
	if (!started.ok) throw new Error(started.error.message);
	expect(await thePayment(started.value.paymentId)).toMatchObject(expected);
});

test("a removed card is deactivated at Paystack, also if it already was", async () => {
	const paystack = aPaystack();
	await paystack.aCardHolder(await aBuyer());
	const [card] = paystack.server.cards();
	const token = `${card?.code} ${card?.email}`;
	await paystack.provider.forgetCard?.(token);
	expect(card?.active).toBe(false);
	await paystack.provider.forgetCard?.(token);
	paystack.server.faults.plan("error");
	await expect(paystack.provider.forgetCard?.(token)).rejects.toThrow("500");
});

/** A customer whose card pays renewals, with a domain whose renewal is due for its charge. */
async function aRenewal(
	paystack: ReturnType<typeof aPaystack>,
	answer: "success" | "failed" | "pending" | "challenge",
) {
	const { services } = paystack;
	const customer = await aBuyer();
	const { id: card } = await paystack.aCardHolder(customer, { answer });
	await services.payments.cards.payRenewals(await aConfirmation(customer.id), customer.id, card);
	await writeRows(db, [db.orm.update(users).set({ phone: "+254712345678" }).where(eq(users.id, customer.id))]);
	const expiresAt = services.clock() + 8 * DAY;
	await aDomain(customer.id, { name: aName("com"), tld: "com", expiresAt });
	await runDue(services, ({ renewals }) => renewals.invoices.queueDue("all"));
	const open = and(eq(invoices.userId, customer.id), eq(invoices.state, "open"));
	const [invoice] = await db.read(db.orm.select().from(invoices).where(open));
	if (!invoice) throw new Error("no renewal invoice");
	paystack.pass(DAY + MINUTE);
	const charge = () => runDue(services, ({ renewals }) => renewals.charges.queueDue());
	const tries = () =>
		db.read(
			db.orm
				.select()
				.from(payments)
				.where(and(eq(payments.invoiceId, invoice.id), eq(payments.automatic, true)))
				.orderBy(payments.createdAt),
		);
	const charges = () => paystack.server.calls.filter(({ path }) => path === "/transaction/charge_authorization");
	const isPaid = async () => (await services.orders.invoice(invoice.id))?.state === "paid";
	return { customer, invoice, charge, tries, charges, isPaid };
}

test("a renewal is charged to the saved card, and paid when the bank decides at once", async () => {
	const renewal = await aRenewal(aPaystack(), "success");
	await Promise.all([renewal.charge(), renewal.charge()]);
	await renewal.charge();
	expect(await renewal.tries()).toMatchObject([{ state: "succeeded", cardName: "Visa •••• 4081" }]);
	expect(await renewal.isPaid()).toBe(true);
	expect(renewal.charges()).toHaveLength(1);
	expect((await moneyRecordsOf(renewal.invoice.id, renewal.customer.id)).ledger).toHaveLength(1);
});

test("a renewal whose bank decides later is not charged again, and settles with the message", async () => {
	const paystack = aPaystack();
	const renewal = await aRenewal(paystack, "pending");
	await renewal.charge();
	paystack.pass(2 * DAY);
	await renewal.charge();
	const [only, ...others] = await renewal.tries();
	expect([others.length, renewal.charges().length, await renewal.isPaid()]).toEqual([0, 1, false]);
	expect(await paystack.deliver(paystack.server.decide(only?.providerRef ?? "", "success"))).toBe("accepted");
	expect(await renewal.isPaid()).toBe(true);
});

test("a renewal whose answer is lost is asked for again as the same charge", async () => {
	const paystack = aPaystack();
	const renewal = await aRenewal(paystack, "success");
	paystack.server.faults.plan("lost", ({ url }) => url.endsWith("charge_authorization"));
	await renewal.charge();
	expect(await renewal.tries()).toMatchObject([{ state: "pending", providerRef: null }]);
	paystack.pass(2 * HOUR);
	await renewal.charge();
	expect(await renewal.tries()).toMatchObject([{ state: "succeeded" }]);
	expect(paystack.server.transactions().filter(({ card }) => card)).toHaveLength(2);
});

test("a renewal that the bank declines, or wants confirmed, fails and is charged again on another day", async () => {
	for (const [answer, failureCode] of [
		["failed", "insufficient_funds"],
		["challenge", "confirmation_needed"],
	] as const) {
		const paystack = aPaystack();
		const renewal = await aRenewal(paystack, answer);
		await renewal.charge();
		expect(await renewal.tries()).toMatchObject([{ state: "failed", failureCode }]);
		paystack.pass(2 * DAY);
		await renewal.charge();
		expect((await renewal.tries()).map((one) => one.failureCode)).toEqual([failureCode, failureCode]);
		expect(await renewal.isPaid()).toBe(false);
	}
});

async function aRefund(paystack: ReturnType<typeof aPaystack>) {
	const { payment, ref } = await paystack.aPayment();
	await paystack.deliver(paystack.server.payPage(ref));
	return (amount = payment.amount): RefundRequest => ({
		...{ refundId: createId("rfd"), providerRef: ref, receipt: null, method: "card", amount, currency: "KES" },
		...{ reason: "Refund of KK2026000001", resultUrl: "https://kikoa.test/api/payments/result", reference: null },
	});
}

test("a refund is pending until Paystack has processed it, in parts and never more than was paid", async () => {
	const paystack = aPaystack();
	const { refunds } = paystack.provider;
	const refundOf = await aRefund(paystack);
	const part = refundOf(100_00);
	const asked = await refunds?.request(part);
	expect(asked).toMatchObject({ state: "pending", reference: expect.stringMatching(/^\d+$/) });
	expect(bodyOf(paystack, "/refund")).toMatchObject({ merchant_note: `${part.refundId} Refund of KK2026000001` });
	const requested = { ...part, reference: asked?.reference ?? null };
	const [stored] = paystack.server.refunds;
	for (const [status, state] of [
		["needs-attention", "pending"],
		["processed", "succeeded"],
		["failed", "failed"],
	] as const) {
		Object.assign(stored ?? {}, { status });
		expect(await refunds?.fetchStatus(requested)).toMatchObject({ state });
	}
	Object.assign(stored ?? {}, { status: "processed" });
	expect(await refunds?.request(refundOf())).toEqual({
		state: "failed",
		reason: "Total refund amount cannot exceed original transaction amount",
	});
});

test("a refund whose answer is lost is not sent twice", async () => {
	const paystack = aPaystack();
	const { refunds } = paystack.provider;
	const refund = (await aRefund(paystack))(100_00);
	paystack.server.faults.plan("lost", ({ method }) => method === "POST");
	await expect(refunds?.request(refund)).rejects.toThrow();
	expect(await refunds?.request(refund)).toMatchObject({ state: "pending" });
	expect(await refunds?.fetchStatus(refund)).toMatchObject({ state: "pending" });
	expect(paystack.server.refunds).toHaveLength(1);
});

test("the check of the service fails for a wrong key, and needs no payment", async () => {
	await aPaystack().provider.probe();
	await expect(aPaystack({ secretKey: "sk_test_wrong" }).provider.probe()).rejects.toThrow("401: Invalid key");
});
