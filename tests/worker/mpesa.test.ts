import { env } from "cloudflare:workers";
import { eq } from "drizzle-orm";
import { beforeEach, expect, test, vi } from "vitest";
import { createDatabase } from "~/db/client.server";
import { invoices, outbox, paymentEvents, payments } from "~/db/schema";
import { sharedToken } from "~/platform/access-token/shared-token.workers";
import { aDaraja } from "../support/daraja";
import { anOrder, aPhone, moneyRecordsOf, thePayment } from "../support/orders";
import { writeRows } from "../support/rows";
import { anOwner } from "../support/staff";

const db = createDatabase(env.DB);
const SECOND = 1_000;
const MINUTE = 60 * SECOND;

beforeEach(() => {
	vi.spyOn(console, "warn").mockImplementation(() => {});
	return () => vi.restoreAllMocks();
});

const lastBody = ({ server }: ReturnType<typeof aDaraja>, path: string) =>
	server.calls.findLast((call) => call.path === path)?.body;

test("a request has whole shillings, the invoice's number and an address that Safaricom accepts", async () => {
	const daraja = aDaraja();
	const { payment, phone, ref } = await daraja.aRequest("0712345678");
	expect(lastBody(daraja, "/mpesa/stkpush/v1/processrequest")).toMatchObject({
		BusinessShortCode: "174379",
		TransactionType: "CustomerPayBillOnline",
		Amount: payment.amount / 100,
		PartyA: "254712345678",
		PartyB: "174379",
		CallBackURL: `https://kikoa.test/api/payments/daraja/${payment.callbackToken}`,
		AccountReference: expect.stringMatching(/^KK\d{10}$/),
	});
	expect(phone).toBe("0712345678");
	expect(ref).toMatch(/^ws_CO_/);
	expect(payment).toMatchObject({ provider: "mpesa", state: "pending", phone: "+254712345678" });
});

test("a till is the payee of its store number", async () => {
	const daraja = aDaraja({ till: "5551234" });
	await daraja.aRequest();
	expect(lastBody(daraja, "/mpesa/stkpush/v1/processrequest")).toMatchObject({
		TransactionType: "CustomerBuyGoodsOnline",
		BusinessShortCode: "174379",
		PartyB: "5551234",
	});
});

test("the callback is answered at once, and its receipt settles the payment after a query", async () => {
	const daraja = aDaraja();
	const { payment, ref, user, invoiceId } = await daraja.aRequest();
	const callback = daraja.server.answer(ref);
	const before = daraja.server.calls.length;
	expect(await daraja.deliver(callback)).toBe("accepted");
	expect(daraja.server.calls.length, "nothing is asked before the answer").toBe(before);
	expect(await thePayment(payment.id)).toMatchObject({ state: "pending" });
	await daraja.runEvents(user.id);
	expect(await thePayment(payment.id)).toMatchObject({ state: "succeeded", receipt: callback.receipt });
	const { ledger, receipts } = await moneyRecordsOf(invoiceId, user.id);
	expect(ledger).toMatchObject([{ kind: "payment", receipt: callback.receipt, amount: payment.amount }]);
	expect(receipts).toHaveLength(1);
});

test("fifty deliveries of one callback post the money once", async () => {
	const daraja = aDaraja();
	const { ref, user, invoiceId } = await daraja.aRequest();
	const callback = daraja.server.answer(ref);
	await Promise.all(Array.from({ length: 50 }, () => daraja.deliver(callback)));
	await Promise.all([daraja.runEvents(user.id), daraja.runEvents(user.id)]);
	const { ledger, receipts, reviews } = await moneyRecordsOf(invoiceId, user.id);
	expect([ledger.length, receipts.length, reviews.length]).toEqual([1, 1, 0]);
});

test("a callback without the payment's secret address stores nothing and emails no one", async () => {
	const daraja = aDaraja();
	const { payment, ref } = await daraja.aRequest();
	const callback = daraja.server.answer(ref);
	const forged = { ...callback, url: callback.url.replace(payment.callbackToken, "0".repeat(32)) };
	expect(await daraja.deliver(forged)).toBe("unauthentic");
	const events = await db.read(db.orm.select().from(paymentEvents).where(eq(paymentEvents.dedupeKey, ref)));
	expect(events).toEqual([]);
	const asked = await db.read(
		db.orm
			.select()
			.from(outbox)
			.where(eq(outbox.dedupeKey, `payment.confirm:mpesa:${ref}`)),
	);
	expect(asked).toEqual([]);
});

test("a callback that claims another amount goes to staff, and one for another request too", async () => {
	const daraja = aDaraja();
	const { payment, ref, user, invoiceId } = await daraja.aRequest();
	const callback = daraja.server.answer(ref);
	const items = (callback.body as { Body: { stkCallback: { CallbackMetadata: { Item: { Value: unknown }[] } } } }).Body
		.stkCallback.CallbackMetadata.Item;
	Object.assign(items[0] ?? {}, { Value: payment.amount / 100 + 1 });
	expect(await daraja.deliver(callback)).toBe("accepted");
	await daraja.runEvents(user.id);
	const { reviews, ledger } = await moneyRecordsOf(invoiceId, user.id);
	expect(reviews.map(({ reason }) => reason)).toEqual(["amount_mismatch"]);
	expect(ledger).toEqual([]);
});

test("a success that only the query reports waits a minute for the receipt, then settles without it", async () => {
	const daraja = aDaraja();
	const { payment, ref, user, invoiceId } = await daraja.aRequest();
	const callback = daraja.server.answer(ref);
	daraja.pass(11 * SECOND);
	await daraja.services.payments.check(payment.id);
	expect(await thePayment(payment.id)).toMatchObject({ state: "pending" });
	daraja.pass(64 * SECOND);
	await daraja.services.payments.check(payment.id);
	expect(await thePayment(payment.id)).toMatchObject({ state: "succeeded", receipt: ref });

	await daraja.deliver(callback);
	await daraja.runEvents(user.id);
	expect(await thePayment(payment.id), "the receipt comes later").toMatchObject({ receipt: callback.receipt });
	const { ledger, receipts, reviews } = await moneyRecordsOf(invoiceId, user.id);
	expect(ledger.map(({ receipt }) => receipt)).toEqual([callback.receipt]);
	expect([receipts.length, reviews.length]).toEqual([1, 0]);
});

test("money that became credit before its receipt came is not posted again by staff", async () => {
	const daraja = aDaraja();
	const { payment, ref, user, invoiceId } = await daraja.aRequest();
	const callback = daraja.server.answer(ref);
	await writeRows(db, [db.orm.update(invoices).set({ state: "void" }).where(eq(invoices.id, invoiceId))]);
	daraja.pass(11 * SECOND);
	await daraja.services.payments.check(payment.id);
	daraja.pass(64 * SECOND);
	await daraja.services.payments.check(payment.id);
	const [review] = (await moneyRecordsOf(invoiceId, user.id)).reviews;
	expect(review).toMatchObject({ reason: "invoice_void", body: expect.stringContaining(ref) });

	await daraja.deliver(callback);
	await daraja.runEvents(user.id);
	const { reviews, credit } = daraja.services.payments;
	const id = review?.id ?? "";
	expect(await reviews.assign(id, { customer: user.email, reason: "Asked by phone" }, await anOwner())).toMatchObject({
		error: { kind: "conflict", message: "This money is already posted." },
	});
	expect(await credit.balances({ userId: user.id })).toEqual([{ currency: "KES", amount: payment.amount }]);
	expect(await reviews.close(await anOwner(), id, "It is the customer's credit.")).toMatchObject({ ok: true });
	expect(await reviews.reopen(await anOwner(), id)).toMatchObject({ error: { kind: "conflict" } });
});

test("a callback that arrives before the answer to its own request settles the payment", async () => {
	const daraja = aDaraja();
	const { payment, ref, user } = await daraja.aRequest();
	const unanswered = { providerRef: null };
	await writeRows(db, [db.orm.update(payments).set(unanswered).where(eq(payments.id, payment.id))]);
	await daraja.deliver(daraja.server.answer(ref));
	await daraja.runEvents(user.id);
	expect(await thePayment(payment.id)).toMatchObject({ state: "succeeded" });
});

test("a callback whose query fails is confirmed later", async () => {
	const daraja = aDaraja();
	const { payment, ref, user } = await daraja.aRequest();
	await daraja.deliver(daraja.server.answer(ref));
	daraja.server.faults.push({ kind: "fail" });
	await daraja.runEvents(user.id);
	expect(await thePayment(payment.id)).toMatchObject({ state: "pending" });
	daraja.pass(MINUTE);
	await daraja.runEvents(user.id);
	expect(await thePayment(payment.id)).toMatchObject({ state: "succeeded" });
});

test.each([
	["an open request, as HTTP 500", null],
	["a spike arrest", { kind: "refuse", code: "500.003.02", message: "Error Occurred: Spike Arrest Violation" }],
	["wrong credentials", { kind: "refuse", code: "500.001.1001", message: "Wrong credentials" }],
	["HTML", { kind: "fail" }],
	["nothing", { kind: "silence" }],
] as const)("a query that gets %s leaves the payment pending", async (_, fault) => {
	const daraja = aDaraja();
	const { payment } = await daraja.aRequest();
	daraja.pass(11 * SECOND);
	if (fault) daraja.server.faults.push(fault);
	await daraja.services.payments.check(payment.id);
	expect(await thePayment(payment.id)).toMatchObject({ state: "pending", checks: 1 });
});

test.each([
	[1, "failed", "insufficient_funds"],
	[4, "failed", "over_limit"],
	[1019, "expired", "timed_out"],
	[1032, "failed", "declined"],
	[1037, "failed", "unreachable"],
	[2001, "failed", "wrong_pin"],
	[8006, "failed", "pin_locked"],
	["SFC_IC0003", "failed", "unknown"],
	[9999, "failed", "unknown"],
] as const)("result code %s makes the payment %s: %s", async (code, state, failureCode) => {
	const daraja = aDaraja();
	const { payment, ref, user } = await daraja.aRequest();
	expect(await daraja.deliver(daraja.server.answer(ref, code))).toBe("accepted");
	await daraja.runEvents(user.id);
	expect(await thePayment(payment.id)).toMatchObject({ state, failureCode });
});

test("a failure is checked again, and a late success still settles", async () => {
	const daraja = aDaraja();
	const { payment, ref, user } = await daraja.aRequest();
	await daraja.deliver(daraja.server.answer(ref, 9999));
	await daraja.runEvents(user.id);
	await daraja.deliver(daraja.server.answer(ref));
	await daraja.runEvents(user.id);
	expect(await thePayment(payment.id)).toMatchObject({ state: "succeeded", failureCode: null });
});

test.each([
	["phone_busy", { code: "500.001.1001", message: "Unable to lock subscriber, a transaction is already in process" }],
	["provider_busy", { code: "500.003.02", message: "System is busy. Please try again in few minutes." }],
	["unknown", { status: 400, code: "400.002.02", message: "Bad Request - Invalid PhoneNumber" }],
] as const)("a request that Daraja refuses fails at once with %s, and can be repeated", async (failureCode, error) => {
	const daraja = aDaraja();
	daraja.server.faults.push({ kind: "refuse", ...error });
	const { payment, user, invoiceId, phone } = await daraja.aRequest();
	expect(payment).toMatchObject({ state: "failed", failureCode, providerRef: null });
	const again = await daraja.services.payments.start(user, invoiceId, { method: "mpesa", phone });
	expect(again).toMatchObject({ ok: true });
	expect(daraja.server.pushes()).toHaveLength(1);
});

test("a request whose answer is lost is not sent to the phone again, and its callback settles it", async () => {
	const daraja = aDaraja();
	const order = await anOrder(daraja.services);
	const input = { method: "mpesa", phone: aPhone() } as const;
	daraja.server.faults.push({ kind: "lose" });
	const start = () => daraja.services.payments.start(order.user, order.invoiceId, input);
	expect(await start()).toMatchObject({ error: { kind: "unavailable" } });
	daraja.pass(20 * SECOND);
	expect(await start()).toMatchObject({ ok: true });
	expect(daraja.server.pushes()).toHaveLength(1);
	const [push] = daraja.server.pushes();
	await daraja.deliver(daraja.server.answer(push?.checkoutId ?? ""));
	await daraja.runEvents(order.user.id);
	const overview = await daraja.services.payments.overview({ userId: order.user.id }, order.invoiceId);
	expect(overview?.invoice.state).toBe("paid");
});

test("a phone is asked once a minute, and for the same amount once in two, by any customer", async () => {
	const daraja = aDaraja();
	const phone = aPhone();
	const ask = async (years: number) => {
		const order = await anOrder(daraja.services, {
			items: [
				{
					key: "a",
					productId: "domain-registration",
					domain: `fresh-${crypto.randomUUID().slice(0, 8)}.co.ke`,
					quantity: years,
				},
			],
		});
		const started = await daraja.services.payments.start(order.user, order.invoiceId, { method: "mpesa", phone });
		return started.ok ? "sent" : started.error.retryAfter;
	};
	expect(await ask(1)).toBe("sent");
	daraja.server.answer(daraja.server.pushes()[0]?.checkoutId ?? "", 1032);
	daraja.pass(10 * SECOND);
	expect(await ask(2)).toBe(50);
	expect(await ask(1)).toBe(110);
	daraja.pass(50 * SECOND);
	expect(await ask(1)).toBe(60);
	expect(await ask(2)).toBe("sent");
	daraja.pass(2 * MINUTE);
	const both = await Promise.all([ask(1), ask(1)]);
	expect(both.filter((one) => one === "sent")).toHaveLength(1);
});

test("isolates share one token, because each new one cancels the previous one", async () => {
	const daraja = aDaraja();
	const isolates = Array.from({ length: 10 }, daraja.aProvider);
	await Promise.all(isolates.map((one) => one.probe()));
	expect(daraja.server.tokensIssued()).toBe(1);

	daraja.server.cancelToken();
	await Promise.all(isolates.map((one) => one.probe()));
	expect(daraja.server.tokensIssued(), "one new token after it was cancelled").toBe(2);
});

test("a shared token is requested again when it expires soon, and a failed request is not kept", async () => {
	const get = sharedToken(env.ACCESS_TOKENS, `test ${crypto.randomUUID()}`);
	await expect(get(() => Promise.reject(new Error("no answer")))).rejects.toThrow("no answer");
	const soon = await get(async () => ({ token: "soon", expiresAt: Date.now() + 30 * SECOND }));
	expect(soon).toBe("soon");
	const issue = async () => ({ token: "next", expiresAt: Date.now() + 3_599 * SECOND });
	expect(await get(issue)).toBe("next");
	expect(await get(async () => ({ token: "unneeded", expiresAt: Date.now() + 3_599 * SECOND }))).toBe("next");
});

test("the check of the service fails for wrong credentials, and needs no payment", async () => {
	await aDaraja().aProvider().probe();
	await expect(aDaraja({ passkey: "wrong" }).aProvider().probe()).rejects.toThrow("Wrong credentials");
	await expect(aDaraja({ consumerSecret: "wrong" }).aProvider().probe()).rejects.toThrow("400.008.01");
	const removed = aDaraja();
	removed.server.removeMerchant();
	await expect(removed.aProvider().probe()).rejects.toThrow("Merchant does not exist");
});
