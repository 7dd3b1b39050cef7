import { env } from "cloudflare:workers";
import { eq } from "drizzle-orm";
import { beforeEach, expect, test, vi } from "vitest";
import { createDatabase, DatabaseUnavailable } from "~/db/client.server";
import { paymentEvents, paymentReviews, payments, sandboxPayments, users } from "~/db/schema";
import { orderView } from "~/features/orders/order-view";
import { createPaymentChecks } from "~/features/payments/check-payment.server";
import { createHandleWebhook } from "~/features/payments/handle-webhook.server";
import { kenya } from "~/lib/dates";
import { formatMoney, money } from "~/lib/money";
import { acceptedMethods } from "~/platform/payment/accepted-methods";
import { signatureHeader } from "~/platform/payment/sandbox/sandbox-signature";
import { breakRow } from "../support/broken-row";
import { expectConsoleError } from "../support/fail-on-console";
import { type Fault, flakyD1 } from "../support/flaky-d1";
import {
	aCheckout,
	anOrder,
	aPendingPayment,
	aPhone,
	aWebhook,
	forgeProviderRecord,
	moneyRecordsOf,
	quietServices,
	registration,
	thePayment,
} from "../support/orders";
import { writeRows } from "../support/rows";

const db = createDatabase(env.DB);
const MINUTE = 60_000;

beforeEach(() => {
	vi.spyOn(console, "warn").mockImplementation(() => {});
	return () => vi.restoreAllMocks();
});

/** Services whose clock the test sets. */
function servicesAt(start = Date.now()) {
	let now = start;
	const services = quietServices({ clock: () => now });
	return { services, pass: (ms: number) => (now += ms) };
}

const stateOf = async (services: ReturnType<typeof quietServices>, order: { user: { id: string }; orderId: string }) =>
	(await services.orders.find({ userId: order.user.id }, order.orderId))?.order.state;

test("an approval pays the invoice and the order, and queues receipt and work once", async () => {
	const services = quietServices();
	const pending = await aPendingPayment(services);
	await services.sandbox?.answer(pending.ref, "approve");
	expect(await thePayment(pending.paymentId)).toMatchObject({ state: "succeeded" });
	const { ledger, receipts, jobs, reviews } = await moneyRecordsOf(pending.invoiceId, pending.user.id);
	expect(ledger).toHaveLength(1);
	expect(ledger[0]).toMatchObject({ kind: "payment", paymentId: pending.paymentId, currency: "KES" });
	expect([receipts.length, jobs.length, reviews.length]).toEqual([1, 1, 0]);
	const overview = await services.payments.overview({ userId: pending.user.id }, pending.invoiceId);
	expect(overview?.invoice.state).toBe("paid");
});

test("M-Pesa is asked for whole shillings, and that pays the invoice", async () => {
	const services = quietServices();
	const pending = await aPendingPayment(services);
	const { amount } = await thePayment(pending.paymentId);
	expect(amount % 100).toBe(0);
	expect(pending.quote.total.amount - amount).toBeLessThan(100);
	await services.sandbox?.answer(pending.ref, "approve");
	expect(await stateOf(services, pending)).toBe("paid");
});

test("a customer billed in dollars pays by card, and can't choose M-Pesa", async () => {
	const services = quietServices();
	const order = await anOrder(services, { currency: "USD" });
	const refused = await services.payments.start(order.user, order.invoiceId, { method: "mpesa", phone: aPhone() });
	expect(refused).toMatchObject({ ok: false, error: { kind: "invalid" } });
	const card = await services.payments.start(order.user, order.invoiceId, { method: "card" });
	expect(card).toMatchObject({ ok: true, value: { redirectUrl: expect.stringContaining("/sandbox/card/") } });
});

test("after a refusal the order stays open, and another attempt pays it", async () => {
	const services = quietServices();
	const first = await aPendingPayment(services);
	await services.sandbox?.answer(first.ref, "decline");
	expect(await thePayment(first.paymentId)).toMatchObject({ state: "failed", failureCode: "declined" });
	expect(await stateOf(services, first)).toBe("pending_payment");
	const again = await services.payments.start(first.user, first.invoiceId, { method: "mpesa", phone: aPhone() });
	if (!again.ok) throw new Error(again.error.message);
	const { providerRef } = await thePayment(again.value.paymentId);
	await services.sandbox?.answer(providerRef ?? "", "approve");
	expect(await stateOf(services, first)).toBe("paid");
});

test("twenty presses of the pay button are one request on the phone", async () => {
	const services = quietServices();
	const order = await anOrder(services);
	const input = { method: "mpesa" as const, phone: aPhone() };
	const answers = await Promise.all(
		Array.from({ length: 20 }, () => services.payments.start(order.user, order.invoiceId, input)),
	);
	const ids = new Set(answers.map((answer) => (answer.ok ? answer.value.paymentId : answer.error.message)));
	expect(ids.size).toBe(1);
	const [id = ""] = ids;
	const entries = await db.read(db.orm.select().from(sandboxPayments).where(eq(sandboxPayments.attemptId, id)));
	expect(entries).toHaveLength(1);
});

test("while a request is open on one phone, another number has to wait", async () => {
	const services = quietServices();
	const pending = await aPendingPayment(services);
	const other = await services.payments.start(pending.user, pending.invoiceId, { method: "mpesa", phone: aPhone() });
	expect(other).toMatchObject({ ok: false, error: { code: "request_open", retryAfter: expect.any(Number) } });
});

test("after five unanswered requests of a customer a phone gets no more from them", async () => {
	const { services, pass } = servicesAt();
	const phone = aPhone();
	const { user } = await anOrder(services);
	const pay = async () => {
		const order = await anOrder(services, { customer: { ...user, email: "amina@example.com" } });
		return services.payments.start(order.user, order.invoiceId, { method: "mpesa", phone });
	};
	for (let request = 0; request < 5; request += 1) {
		expect(await pay()).toMatchObject({ ok: true });
		pass(1_000);
	}
	expect(await pay()).toMatchObject({ ok: false, error: { kind: "rate_limited", retryAfter: 600 } });
	pass(11 * MINUTE);
	expect(await pay()).toMatchObject({ ok: true });
});

test("after five unanswered requests of strangers a first payer waits seconds, and each further stranger longer", async () => {
	const { services, pass } = servicesAt();
	const phone = aPhone();
	const pay = async () => {
		const order = await anOrder(services);
		return services.payments.start(order.user, order.invoiceId, { method: "mpesa", phone });
	};
	for (let request = 0; request < 5; request += 1) expect(await pay()).toMatchObject({ ok: true });
	const delays: number[] = [];
	for (let request = 0; request < 5; request += 1) {
		const refused = await pay();
		if (refused.ok) throw new Error("not refused");
		expect(refused.error).toMatchObject({
			kind: "rate_limited",
			fields: { phone: expect.stringContaining("profile") },
		});
		const { retryAfter = 0 } = refused.error;
		delays.push(retryAfter);
		pass(retryAfter * 1_000);
		expect(await pay()).toMatchObject({ ok: true });
	}
	expect(delays).toEqual([15, 30, 60, 120, 120]);
});

test("strangers' requests don't delay a customer who has the phone in the profile", async () => {
	const services = quietServices();
	const phone = aPhone();
	const pay = async (order: Awaited<ReturnType<typeof anOrder>>) => {
		const started = await services.payments.start(order.user, order.invoiceId, { method: "mpesa", phone });
		return started.ok ? started.value.paymentId : started.error.kind;
	};
	for (let request = 0; request < 5; request += 1) await pay(await anOrder(services));
	const order = await anOrder(services);
	expect(await pay(order)).toBe("rate_limited");
	await db.orm
		.update(users)
		.set({ phone: `+254${phone.slice(1)}` })
		.where(eq(users.id, order.user.id));
	expect(await pay(order)).toMatch(/^pay_/);
});

test("a phone is not asked again and again by orders whose requests it declines, or by many at the same time", async () => {
	const services = quietServices();
	const phone = aPhone();
	const ring = async () => {
		const order = await anOrder(services);
		const started = await services.payments.start(order.user, order.invoiceId, { method: "mpesa", phone });
		return started.ok ? started.value.paymentId : started.error.kind;
	};
	for (let request = 0; request < 3; request += 1) {
		const { providerRef } = await thePayment(await ring());
		await services.sandbox?.answer(providerRef ?? "", "decline");
	}
	const answers = await Promise.all(Array.from({ length: 6 }, ring));
	expect(answers.filter((answer) => answer === "rate_limited")).toHaveLength(4);
});

test("strangers' requests don't keep a customer from paying with a phone that they have paid with", async () => {
	const services = quietServices();
	const phone = aPhone();
	const pay = async (order: Awaited<ReturnType<typeof anOrder>>) => {
		const started = await services.payments.start(order.user, order.invoiceId, { method: "mpesa", phone });
		return started.ok ? started.value.paymentId : started.error.kind;
	};
	const { user } = await anOrder(services);
	const own = () => anOrder(services, { customer: { ...user, email: "amina@example.com" } });
	const { providerRef } = await thePayment(await pay(await own()));
	await services.sandbox?.answer(providerRef ?? "", "approve");
	for (let request = 0; request < 5; request += 1) await pay(await anOrder(services));
	expect(await pay(await anOrder(services))).toBe("rate_limited");
	for (let request = 0; request < 5; request += 1) expect(await pay(await own())).toMatch(/^pay_/);
	expect(await pay(await own())).toBe("rate_limited");
});

test("after a crash between the attempt and the provider, the same attempt continues", async () => {
	const { services, pass } = servicesAt();
	const order = await anOrder(services);
	const broken = quietServices({
		clock: services.clock,
		paymentProviders: [{ ...dead, start: async () => Promise.reject(new Error("connection reset")) }],
	});
	const input = { method: "mpesa" as const, phone: aPhone() };
	const first = await broken.payments.start(order.user, order.invoiceId, input);
	expect(first).toMatchObject({ ok: false, error: { kind: "unavailable" } });
	pass(16_000);
	const second = await services.payments.start(order.user, order.invoiceId, input);
	if (!second.ok) throw new Error(second.error.message);
	const { attempts } = (await services.payments.overview({ userId: order.user.id }, order.invoiceId)) ?? {};
	expect(attempts).toHaveLength(1);
	expect(attempts?.[0]?.providerRef).not.toBeNull();
});

const never = () => new Promise<never>(() => {});
const dead = {
	id: "sandbox",
	takes: acceptedMethods.sandbox,
	webhookProof: "signature",
	start: never,
	parseWebhook: never,
	fetchStatus: never,
	probe: never,
} as const;

test.each([
	["without a signature", {}],
	["with a signature of another secret", { secret: "another" }],
	["older than five minutes", { age: 5 * MINUTE + 1 }],
	["from the future", { age: -6 * MINUTE }],
	["written again by a parser", { rewrite: true }],
	["with a signature of another shape", { header: "v1=abc" }],
])("a webhook %s is refused, and nothing is stored", async (name, how: Record<string, unknown>) => {
	const services = quietServices();
	const pending = await aPendingPayment(services);
	const at = services.clock() - ((how.age as number) ?? 0);
	const secret = how.secret as string | undefined;
	const { raw, headers } = await aWebhook(
		services,
		pending.ref,
		{ state: "approved" },
		{ at, ...(secret && { secret }) },
	);
	if (name === "without a signature") headers.delete(signatureHeader);
	if (how.header) headers.set(signatureHeader, how.header as string);
	const body = how.rewrite
		? new TextEncoder().encode(JSON.stringify(JSON.parse(new TextDecoder().decode(raw)), null, 1))
		: raw;
	expect(await services.payments.handleWebhook("sandbox", pending.callbackToken, body, headers)).toBe("unauthentic");
	const events = await db.read(
		db.orm.select().from(paymentEvents).where(eq(paymentEvents.paymentId, pending.paymentId)),
	);
	expect(events).toEqual([]);
	expect(await thePayment(pending.paymentId)).toMatchObject({ state: "pending" });
});

test("fifty deliveries of one event at the same time post the money once", async () => {
	const services = quietServices();
	const pending = await aPendingPayment(services);
	await forgeProviderRecord(pending.ref, { state: "approved", receipt: `SK${pending.ref.slice(-8)}`, version: 1 });
	const { raw, headers } = await aWebhook(services, pending.ref);
	const answers = await Promise.all(
		Array.from({ length: 50 }, () => services.payments.handleWebhook("sandbox", pending.callbackToken, raw, headers)),
	);
	expect(new Set(answers)).toEqual(new Set(["accepted"]));
	const { ledger, receipts, jobs, reviews } = await moneyRecordsOf(pending.invoiceId, pending.user.id);
	expect([ledger.length, receipts.length, jobs.length, reviews.length]).toEqual([1, 1, 1, 0]);
});

test("a failure that arrives after the success changes nothing", async () => {
	const services = quietServices();
	const pending = await aPendingPayment(services);
	const early = await aWebhook(services, pending.ref, { state: "declined", event: "late-failure" });
	await services.sandbox?.answer(pending.ref, "approve");
	await services.payments.handleWebhook("sandbox", pending.callbackToken, early.raw, early.headers);
	await forgeProviderRecord(pending.ref, { state: "declined" });
	await services.payments.check(pending.paymentId);
	expect(await thePayment(pending.paymentId)).toMatchObject({ state: "succeeded", failureCode: null });
	expect(await stateOf(services, pending)).toBe("paid");
});

test("an approval that arrives after the timeout still pays", async () => {
	const { services, pass } = servicesAt();
	const pending = await aPendingPayment(services);
	await services.sandbox?.answer(pending.ref, "time_out");
	expect(await thePayment(pending.paymentId)).toMatchObject({ state: "expired", failureCode: "timed_out" });
	pass(30 * MINUTE);
	await services.sandbox?.answer(pending.ref, "approve");
	expect(await thePayment(pending.paymentId)).toMatchObject({ state: "succeeded" });
	expect(await stateOf(services, pending)).toBe("paid");
});

test.each([
	["one cent less", { amount: -1 }, "amount_mismatch"],
	["one cent more", { amount: 1 }, "amount_mismatch"],
	["another currency", { currency: "USD" as const }, "currency_mismatch"],
])("%s in the provider's records pays nothing and goes to review", async (_, change, reason) => {
	const services = quietServices();
	const pending = await aPendingPayment(services);
	const { amount } = await thePayment(pending.paymentId);
	const values = "amount" in change ? { amount: amount + change.amount } : change;
	await forgeProviderRecord(pending.ref, values);
	const sandbox = services.sandbox;
	await sandbox?.answer(pending.ref, "approve");
	await services.payments.check(pending.paymentId);
	const { ledger, reviews } = await moneyRecordsOf(pending.invoiceId, pending.user.id);
	expect(ledger).toEqual([]);
	expect(reviews.map((review) => review.reason)).toEqual([reason]);
	expect(await stateOf(services, pending)).toBe("pending_payment");
});

test.each([
	["amount", { amount: 1 }, "amount_mismatch"],
	["currency", { currency: "USD" as const }, "currency_mismatch"],
])(
	"a wrong %s that only the status check reports goes to review too, and is not checked again",
	async (_, wrong, reason) => {
		const { services, pass } = servicesAt();
		const pending = await aPendingPayment(services);
		await forgeProviderRecord(pending.ref, { state: "approved", receipt: `R${pending.ref}`, ...wrong });
		pass(11_000);
		await services.payments.check(pending.paymentId);
		expect(await thePayment(pending.paymentId)).toMatchObject({
			state: "failed",
			failureCode: "review",
			nextCheckAt: null,
		});
		const { reviews } = await moneyRecordsOf(pending.invoiceId, pending.user.id);
		expect(reviews.map((review) => review.reason)).toEqual([reason]);
	},
);

test("another order's reference at this payment's address goes to review", async () => {
	const services = quietServices();
	const mine = await aPendingPayment(services);
	const other = await aPendingPayment(services);
	await forgeProviderRecord(other.ref, { state: "approved", receipt: `R${other.ref}` });
	const { raw, headers } = await aWebhook(services, other.ref);
	expect(await services.payments.handleWebhook("sandbox", mine.callbackToken, raw, headers)).toBe("under_review");
	expect(await stateOf(services, mine)).toBe("pending_payment");
	const { reviews } = await moneyRecordsOf(mine.invoiceId, mine.user.id);
	expect(reviews.map((review) => review.reason)).toEqual(["other_reference"]);
});

test("a receipt that paid one order does not pay a second one", async () => {
	const services = quietServices();
	const first = await aPendingPayment(services);
	const second = await aPendingPayment(services);
	await services.sandbox?.answer(first.ref, "approve");
	const { receipt } = await thePayment(first.paymentId);
	await forgeProviderRecord(first.ref, { receipt: `old-${receipt}` });
	await forgeProviderRecord(second.ref, { state: "approved", receipt });
	const { raw, headers } = await aWebhook(services, second.ref);
	await services.payments.handleWebhook("sandbox", second.callbackToken, raw, headers);
	expect(await stateOf(services, second)).toBe("pending_payment");
	const { ledger, reviews } = await moneyRecordsOf(second.invoiceId, second.user.id);
	expect(ledger).toEqual([]);
	expect(reviews.map((review) => review.reason)).toEqual(["receipt_reused"]);
});

test("a success claimed only by a message is checked with the provider, which decides", async () => {
	const services = quietServices();
	const pending = await aPendingPayment(services);
	const { raw, headers } = await aWebhook(services, pending.ref, { state: "approved", receipt: "FORGED0001" });
	expect(await services.payments.handleWebhook("sandbox", pending.callbackToken, raw, headers)).toBe("accepted");
	expect(await thePayment(pending.paymentId)).toMatchObject({ state: "pending" });
	expect(await stateOf(services, pending)).toBe("pending_payment");
});

test.each([
	["an error", () => Promise.reject(new Error("HTTP 500"))],
	["an answer that is no answer", () => Promise.reject(new SyntaxError("Unexpected token <"))],
])("a provider that gives %s leaves the order pending, and a later check settles it", async (_, fetchStatus) => {
	const { services, pass } = servicesAt();
	const pending = await aPendingPayment(services);
	await forgeProviderRecord(pending.ref, { state: "approved", receipt: `R${pending.ref}` });
	const down = quietServices({ clock: services.clock, paymentProviders: [{ ...dead, fetchStatus }] });
	pass(11_000);
	await down.payments.check(pending.paymentId);
	expect(await stateOf(services, pending)).toBe("pending_payment");
	// The next check is stored, so the schedule runs it.
	pass(15_000);
	await services.payments.reconcile();
	expect(await stateOf(services, pending)).toBe("paid");
	expect((await moneyRecordsOf(pending.invoiceId, pending.user.id)).ledger).toHaveLength(1);
});

test("a message that arrives before the response to its own request settles the payment", async () => {
	const services = quietServices();
	const pending = await aPendingPayment(services);
	await forgeProviderRecord(pending.ref, { state: "approved", receipt: `R${pending.ref}` });
	const { raw, headers } = await aWebhook(services, pending.ref);
	const unanswered = { providerRef: null };
	await writeRows(db, [db.orm.update(payments).set(unanswered).where(eq(payments.id, pending.paymentId))]);
	await services.payments.handleWebhook("sandbox", pending.callbackToken, raw, headers);
	expect(await thePayment(pending.paymentId)).toMatchObject({ state: "succeeded" });
});

test("a provider that takes half a minute does not block the page, and nothing is charged twice", async () => {
	const { services, pass } = servicesAt();
	const pending = await aPendingPayment(services);
	pass(11_000);
	const settleInvoice = vi.fn();
	const checks = createPaymentChecks({
		...services,
		providers: new Map([["sandbox", dead]]),
		settleInvoice,
		failPayment: vi.fn(),
		timeoutMs: 20,
	});
	await checks.check(pending.paymentId);
	expect(settleInvoice).not.toHaveBeenCalled();
	expect(await thePayment(pending.paymentId)).toMatchObject({ state: "pending", checks: 1 });
});

test("returning from the payment page without paying proves nothing", async () => {
	const services = quietServices();
	const pending = await aPendingPayment(services);
	const overview = await services.payments.overview({ userId: pending.user.id }, pending.invoiceId);
	await services.settle();
	expect(overview?.invoice.state).toBe("open");
	expect(await stateOf(services, pending)).toBe("pending_payment");
});

test("money for a cancelled order becomes credit, and staff get an email", async () => {
	const services = quietServices();
	const pending = await aPendingPayment(services);
	await services.orders.cancel({ userId: pending.user.id }, pending.orderId);
	await services.sandbox?.answer(pending.ref, "approve");
	await services.sandbox?.answer(pending.ref, "approve");
	const { ledger, reviews, jobs } = await moneyRecordsOf(pending.invoiceId, pending.user.id);
	expect(ledger.map(({ kind }) => kind)).toEqual(["credit"]);
	expect(reviews.map((review) => review.reason)).toEqual(["invoice_void"]);
	expect(jobs).toEqual([]);
	expect(await stateOf(services, pending)).toBe("cancelled");
});

test("an invoice paid by phone and by card at the same time is paid once, and the second amount becomes credit", async () => {
	const services = quietServices();
	const pending = await aPendingPayment(services);
	const card = await services.payments.start(pending.user, pending.invoiceId, { method: "card" });
	if (!card.ok) throw new Error(card.error.message);
	const { providerRef } = await thePayment(card.value.paymentId);
	await Promise.all([
		services.sandbox?.answer(pending.ref, "approve"),
		services.sandbox?.answer(providerRef ?? "", "approve"),
	]);
	const { ledger, receipts, jobs } = await moneyRecordsOf(pending.invoiceId, pending.user.id);
	expect(ledger.map(({ kind }) => kind).sort()).toEqual(["credit", "payment"]);
	expect([receipts.length, jobs.length]).toEqual([1, 1]);
	const kept = ledger.find(({ kind }) => kind === "credit")?.amount ?? 0;
	const order = await services.orders.find({ userId: pending.user.id }, pending.orderId);
	expect(order && orderView(order, Date.now(), kenya).overpaid, "its page says so").toBe(
		formatMoney(money(kept, "KES")),
	);
});

test("while D1 is down a webhook is answered so that the provider sends it again", async () => {
	const services = quietServices();
	const pending = await aPendingPayment(services);
	const { raw, headers } = await aWebhook(services, pending.ref);
	const down = quietServices({ db: createDatabase(flakyD1(env.DB, () => "before")) });
	await expect(down.payments.handleWebhook("sandbox", pending.callbackToken, raw, headers)).rejects.toThrow(
		DatabaseUnavailable,
	);
});

test("a message that can't be checked now is answered so that it is sent again", async () => {
	const services = quietServices();
	const { callbackToken, ref } = await aPendingPayment(services);
	const { raw, headers } = await aWebhook(services, ref);
	const event = { kind: "event", dedupeKey: ref, providerRef: ref, claim: { state: "pending" } } as const;
	const handleWebhook = createHandleWebhook({
		...services,
		providers: { ofWebhook: () => ({ ...dead, parseWebhook: async () => event }) },
		verify: () => Promise.reject(new Error("no answer")),
	});
	expect(await handleWebhook("sandbox", callbackToken, raw, headers)).toBe("retry");
});

test("a genuine message about an unknown payment is stored for staff, once", async () => {
	const services = quietServices();
	const { raw, headers } = await aWebhook(services, "sbx-unknown", { event: "unknown-1", state: "approved" });
	const token = "0".repeat(64);
	expect(await services.payments.handleWebhook("sandbox", token, raw, headers)).toBe("under_review");
	expect(await services.payments.handleWebhook("sandbox", token, raw, headers)).toBe("under_review");
	const kept = await db.read(db.orm.select().from(paymentReviews).where(eq(paymentReviews.reason, "unknown_payment")));
	expect(kept).toHaveLength(1);
});

test("a paid invoice, or another customer's, can't be paid", async () => {
	const services = quietServices();
	const pending = await aPendingPayment(services);
	const stranger = await aCheckout(services);
	const input = { method: "card" as const };
	const foreign = await services.payments.start(stranger.user, pending.invoiceId, input);
	expect(foreign).toMatchObject({ ok: false, error: { kind: "not_found" } });
	await services.sandbox?.answer(pending.ref, "approve");
	const again = await services.payments.start(pending.user, pending.invoiceId, input);
	expect(again).toMatchObject({ ok: false, error: { code: "already_paid" } });
	expect(await services.payments.overview({ userId: stranger.user.id }, pending.invoiceId)).toBeUndefined();
});

test("a name that its customer already got by another order is not paid for twice", async () => {
	const services = quietServices();
	const item = registration();
	const first = await anOrder(services, { items: [item] });
	const second = await anOrder(services, { items: [item], customer: first.user as never });
	const pay = (order: typeof first) =>
		services.payments.start(first.user, order.invoiceId, { method: "mpesa", phone: aPhone() });
	const started = await pay(first);
	await services.sandbox?.answer(
		(await thePayment(started.ok ? started.value.paymentId : "")).providerRef ?? "",
		"approve",
	);
	const refusal = { ok: false, error: { code: "already_yours", message: expect.stringContaining(item.domain) } };
	expect(await pay(second)).toMatchObject(refusal);
	expect(await services.orders.cancel({ userId: first.user.id }, second.orderId)).toMatchObject({ ok: true });
});

test("a request that never reached the provider expires like any other", async () => {
	const { services, pass } = servicesAt();
	const order = await anOrder(services);
	const broken = quietServices({
		clock: services.clock,
		paymentProviders: [{ ...dead, start: async () => Promise.reject(new Error("connection reset")) }],
	});
	await broken.payments.start(order.user, order.invoiceId, { method: "mpesa", phone: aPhone() });
	pass(2 * MINUTE);
	await services.payments.reconcile();
	const { attempts } = (await services.payments.overview({ userId: order.user.id }, order.invoiceId)) ?? {};
	expect(attempts).toMatchObject([{ state: "expired" }]);
});

test("a payment that can't be checked stops no other check", async () => {
	expectConsoleError();
	const { services, pass } = servicesAt();
	const broken = await aPendingPayment(services);
	pass(1_000);
	const next = await aPendingPayment(services);
	await forgeProviderRecord(next.ref, { state: "approved", receipt: `R${next.ref}` });
	pass(11_000);
	const repair = await breakRow("payments", broken.paymentId);
	await services.payments.reconcile().finally(repair);
	expect(await thePayment(next.paymentId)).toMatchObject({ state: "succeeded" });
});

test("two reconciliations at the same time ask and settle once", async () => {
	const { services, pass } = servicesAt();
	const pending = await aPendingPayment(services);
	await forgeProviderRecord(pending.ref, { state: "approved", receipt: `R${pending.ref}` });
	pass(11_000);
	await Promise.all([services.payments.reconcile(), services.payments.reconcile(), services.payments.reconcile()]);
	const { ledger, receipts } = await moneyRecordsOf(pending.invoiceId, pending.user.id);
	expect([ledger.length, receipts.length]).toEqual([1, 1]);
	expect(await thePayment(pending.paymentId)).toMatchObject({ state: "succeeded" });
});

const faults = ["before", "after"] as const satisfies Fault[];

test.each(faults)(
	"a purchase loses nothing when each batch in turn fails %s its commit",
	{ timeout: 60_000 },
	async (when) => {
		for (let broken = 1; broken <= 12; broken += 1) {
			const base = quietServices();
			const { user, input } = await aCheckout(base);
			const faulty = flakyD1(env.DB, (batch) => (batch === broken ? when : null));
			const services = quietServices({ db: createDatabase(faulty) });
			const placed = await services.orders.place(user, input);
			if (!placed.ok) throw new Error(placed.error.message);
			const { orderId, invoiceId } = placed.value;
			const started = await services.payments.start(user, invoiceId, { method: "card" });
			if (!started.ok) throw new Error(started.error.message);
			const { providerRef } = await thePayment(started.value.paymentId);
			await services.sandbox?.answer(providerRef ?? "", "approve");
			const { ledger, receipts, jobs } = await moneyRecordsOf(invoiceId, user.id);
			expect([broken, ledger.length, receipts.length, jobs.length]).toEqual([broken, 1, 1, 1]);
			expect(await stateOf(base, { user, orderId })).toBe("paid");
		}
	},
);

test("an overloaded database refuses the order as a whole", async () => {
	const base = quietServices();
	const { user, input } = await aCheckout(base);
	const d1 = flakyD1(
		env.DB,
		(batch) => (batch > 1 ? "before" : null),
		"D1 DB is overloaded. Too many requests queued.",
	);
	const services = quietServices({ db: createDatabase(d1) });
	await expect(services.orders.place(user, input)).rejects.toThrow(DatabaseUnavailable);
	expect(await base.orders.place(user, input)).toMatchObject({ ok: true });
});
