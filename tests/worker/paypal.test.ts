import { beforeEach, expect, test, vi } from "vitest";
import { payView } from "~/features/payments/pay-view";
import type { StartPayment } from "~/platform/payment/payment-provider";
import { createPayPalProvider } from "~/platform/payment/paypal/paypal-provider";
import type { RefundRequest } from "~/platform/payment/provider-refunds";
import { payPalAccount } from "../services/paypal";
import { anOrder, moneyRecordsOf, thePayment } from "../support/orders";
import { aPayPal } from "../support/paypal";
import { aSandbox } from "../support/sandbox-payments";

const HOUR = 3_600_000;
const DAY = 24 * HOUR;

beforeEach(() => {
	vi.spyOn(console, "warn").mockImplementation(() => {});
	return () => vi.restoreAllMocks();
});

type World = ReturnType<typeof aPayPal>;
type Requested = Awaited<ReturnType<World["aRequest"]>>;

const callsTo = ({ server }: World, end: string) => server.calls.filter(({ path }) => path.endsWith(end));

/** The payment page's view. */
async function pageOf({ services }: World, { owner, invoiceId }: Requested, choosing = false) {
	const overview = await services.payments.overview(owner, invoiceId);
	if (!overview) throw new Error("no invoice");
	return payView({ ...overview, lines: [] }, services.clock(), choosing);
}

test("an order names the invoice and its exact amount in dollars, and sends the customer to PayPal", async () => {
	const world = aPayPal();
	const { payment, redirectUrl, ref, quote, invoiceId } = await world.aRequest();
	expect(redirectUrl).toBe(`https://www.sandbox.paypal.com/checkoutnow?token=${ref}`);
	expect(payment).toMatchObject({ provider: "paypal", method: "paypal", amount: quote.total.amount, currency: "USD" });
	const [call] = callsTo(world, "/v2/checkout/orders");
	expect(call?.requestId).toBe(payment.id);
	const order = JSON.parse(call?.body ?? "");
	expect(order).toMatchObject({
		intent: "CAPTURE",
		purchase_units: [
			{
				amount: { currency_code: "USD", value: (quote.total.amount / 100).toFixed(2) },
				description: expect.stringMatching(/^Invoice KK\d{10}$/),
			},
		],
	});
	const { return_url } = order.payment_source.paypal.experience_context;
	expect(return_url).toBe(`https://kikoa.test/pay/${invoiceId}?returned=1`);
});

test("a customer who comes back is charged at once, and the capture's id is the receipt", async () => {
	const world = aPayPal();
	const request = await world.aRequest();
	const { payment, ref, owner, user, invoiceId } = request;
	await world.services.payments.checkReturned(owner, invoiceId);
	expect(await thePayment(payment.id), "came back without paying").toMatchObject({ state: "pending" });
	expect(callsTo(world, "/capture")).toEqual([]);

	world.server.approve(ref);
	await world.services.payments.checkReturned({ userId: "usr_other" }, invoiceId);
	expect(world.server.captures(), "only for the invoice's customer").toEqual([]);
	await world.services.payments.checkReturned(owner, invoiceId);
	const { id: receipt } = world.server.captureOf(ref);
	expect(await thePayment(payment.id)).toMatchObject({ state: "succeeded", receipt });
	const { ledger, receipts, jobs } = await moneyRecordsOf(invoiceId, user.id);
	expect(ledger).toMatchObject([{ kind: "payment", provider: "paypal", receipt, currency: "USD" }]);
	expect([receipts.length, jobs.length]).toEqual([1, 1]);
});

test("an approval is captured because of PayPal's message, if the customer never comes back", async () => {
	const world = aPayPal();
	const { payment, ref } = await world.aRequest();
	expect(await world.deliver(world.server.approve(ref))).toBe("accepted");
	expect(await thePayment(payment.id)).toMatchObject({ state: "succeeded" });
});

test("an approval without any message is found by the scheduled checks", async () => {
	const world = aPayPal();
	const { payment, ref } = await world.aRequest();
	world.server.approve(ref);
	world.pass(11_000);
	await world.services.payments.check(payment.id);
	expect(await thePayment(payment.id)).toMatchObject({ state: "succeeded" });
});

test("the return, the messages and the checks at once capture and post the money once", async () => {
	const world = aPayPal();
	const { ref, owner, user, invoiceId } = await world.aRequest();
	const approved = world.server.approve(ref);
	await Promise.all([
		...Array.from({ length: 10 }, () => world.deliver(approved)),
		world.services.payments.checkReturned(owner, invoiceId),
	]);
	await world.deliver(world.server.report(ref));
	expect(world.server.captures()).toHaveLength(1);
	const { ledger, receipts, reviews } = await moneyRecordsOf(invoiceId, user.id);
	expect([ledger.length, receipts.length, reviews.length]).toEqual([1, 1, 0]);
});

test.each(["lost", "silent", "error"] as const)(
	"a capture with the fault %s is completed by the next check",
	async (fault) => {
		const world = aPayPal();
		const { payment, ref, owner, user, invoiceId } = await world.aRequest();
		world.server.approve(ref);
		world.server.faults.plan(fault, ({ url }) => url.endsWith("/capture"));
		await world.services.payments.checkReturned(owner, invoiceId);
		expect(await thePayment(payment.id)).toMatchObject({ state: "pending" });
		await world.services.payments.checkReturned(owner, invoiceId);
		expect(await thePayment(payment.id)).toMatchObject({ state: "succeeded" });
		expect(world.server.captures()).toHaveLength(1);
		expect((await moneyRecordsOf(invoiceId, user.id)).ledger).toHaveLength(1);
	},
);

test("an order that PayPal has already captured is settled", async () => {
	const world = aPayPal();
	const { provider } = world;
	const { ref } = await world.aRequest();
	world.server.approve(ref);
	await provider.capture?.(ref, "first");
	expect(await provider.capture?.(ref, "second")).toMatchObject({
		state: "succeeded",
		receipt: world.server.captureOf(ref).id,
	});
});

test("an order that was lost on its way back is the same order at the second try", async () => {
	const world = aPayPal();
	const start: StartPayment = {
		attemptId: "pay_lost",
		method: "paypal",
		invoiceNumber: "KK2026000001",
		amount: 1_299,
		currency: "USD",
		payer: { email: "amina@example.com" },
		returnUrl: "https://kikoa.test/pay/x",
		webhookUrl: "",
	};
	world.server.faults.plan("lost", ({ url }) => url.endsWith("/orders"));
	await expect(world.provider.start(start)).rejects.toThrow();
	const again = await world.provider.start(start);
	expect(await world.provider.start(start)).toEqual(again);
	expect(new Set(callsTo(world, "/orders").map(({ requestId }) => requestId))).toEqual(new Set(["pay_lost"]));
});

test("a declined card or account ends the payment, and the next one is a new order", async () => {
	const world = aPayPal();
	const request = await world.aRequest();
	const { payment, ref, owner, user, invoiceId } = request;
	world.server.nextCaptures.push({ issue: "INSTRUMENT_DECLINED" });
	world.server.approve(ref);
	await world.services.payments.checkReturned(owner, invoiceId);
	expect(await thePayment(payment.id)).toMatchObject({ state: "failed", failureCode: "declined" });
	expect((await pageOf(world, request)).failure).toMatch(/PayPal could not charge/);
	world.pass(HOUR);
	await world.services.payments.check(payment.id);
	expect(world.server.captures(), "the declined order is left alone, although it is approved").toEqual([]);

	const again = await world.services.payments.start(user, invoiceId, { method: "paypal" });
	if (!again.ok) throw new Error(again.error.message);
	const next = await thePayment(again.value.paymentId);
	expect(next.providerRef).not.toBe(ref);
	world.server.approve(next.providerRef ?? "");
	await world.services.payments.checkReturned(owner, invoiceId);
	expect(await world.stateOf(user.id, invoiceId)).toBe("paid");
});

test("a customer who has to confirm once more goes back to the same order", async () => {
	const world = aPayPal();
	const request = await world.aRequest();
	const { payment, ref, redirectUrl, owner, invoiceId } = request;
	world.server.nextCaptures.push({ issue: "PAYER_ACTION_REQUIRED" });
	world.server.approve(ref);
	await world.services.payments.checkReturned(owner, invoiceId);
	expect((await pageOf(world, request)).waiting).toMatchObject({ href: redirectUrl, clearing: false });
	world.pass(1_000);
	world.server.approve(ref);
	await world.services.payments.checkReturned(owner, invoiceId);
	expect(await thePayment(payment.id)).toMatchObject({ state: "succeeded" });
});

test("an approval is not captured after the invoice was paid in another way, or its time is over", async () => {
	const world = aPayPal();
	const cancelled = await world.aRequest();
	const done = await world.services.orders.cancel(cancelled.owner, cancelled.orderId);
	expect(done.ok).toBe(true);
	await world.deliver(world.server.approve(cancelled.ref));
	const late = await world.aRequest();
	world.pass(3 * HOUR - 1_000);
	const approved = world.server.approve(late.ref);
	world.pass(1_000);
	await world.deliver(approved);
	await world.services.payments.check(late.payment.id);
	expect(world.server.captures()).toEqual([]);
	expect(await thePayment(late.payment.id)).toMatchObject({ state: "expired", failureCode: "timed_out" });
	expect((await pageOf(world, late)).failure).toMatch(/PayPal's page in time/);
});

test("pressing Pay twice opens the same order", async () => {
	const world = aPayPal();
	const { payment, redirectUrl, user, invoiceId } = await world.aRequest();
	const again = await world.services.payments.start(user, invoiceId, { method: "paypal" });
	expect(again).toMatchObject({ value: { paymentId: payment.id, redirectUrl } });
	expect(callsTo(world, "/orders")).toHaveLength(1);
});

test.each(["ECHECK", "PENDING_REVIEW"])(
	"a capture that is pending (%s) waits for days, then settles",
	async (pending) => {
		const world = aPayPal([aSandbox().provider]);
		const request = await world.aRequest();
		const { payment, ref, owner, user, invoiceId } = request;
		world.server.nextCaptures.push({ pending });
		world.server.approve(ref);
		await world.services.payments.checkReturned(owner, invoiceId);
		world.pass(2 * DAY);
		const page = await pageOf(world, request, true);
		expect(page).toMatchObject({ step: "wait", polls: false, waiting: { clearing: true, href: null } });
		expect(await world.services.payments.start(user, invoiceId, { method: "card" })).toMatchObject({
			error: { code: "request_open", message: expect.stringContaining("on its way") },
		});
		expect(await world.services.payments.start(user, invoiceId, { method: "paypal" })).toMatchObject({
			value: { paymentId: payment.id, redirectUrl: null },
		});
		await world.services.payments.reconcile();
		expect(await thePayment(payment.id)).toMatchObject({ state: "pending" });
		expect(await world.deliver(world.server.decide(ref, "COMPLETED"))).toBe("accepted");
		expect(await thePayment(payment.id)).toMatchObject({ state: "succeeded" });
		expect((await moneyRecordsOf(invoiceId, user.id)).ledger).toHaveLength(1);
	},
);

test("a pending capture is checked every day, and may be denied", async () => {
	const world = aPayPal();
	const { payment, ref, owner, user, invoiceId } = await world.aRequest();
	world.server.nextCaptures.push({ pending: "ECHECK" });
	world.server.approve(ref);
	await world.services.payments.checkReturned(owner, invoiceId);
	world.server.decide(ref, "DECLINED");
	world.pass(DAY);
	await world.services.payments.reconcile();
	expect(await thePayment(payment.id)).toMatchObject({ state: "failed", failureCode: "declined" });
	expect((await moneyRecordsOf(invoiceId, user.id)).ledger).toEqual([]);
});

test("a message is authentic only as PayPal sent it, byte by byte", async () => {
	const world = aPayPal();
	const { payment, ref } = await world.aRequest();
	const { raw, headers } = world.server.approve(ref);
	const written = new TextEncoder().encode(JSON.stringify(JSON.parse(new TextDecoder().decode(raw))));
	expect(await world.deliver({ raw: written, headers })).toBe("unauthentic");
	expect(await world.deliver({ raw, headers: new Headers() })).toBe("unauthentic");
	const broken = new TextEncoder().encode('{"id":"x"},"a":{');
	expect(await world.deliver({ raw: broken, headers })).toBe("unauthentic");
	const forged = new Headers(headers);
	forged.set("PayPal-Cert-Url", "https://paypal.example/cert");
	expect(await world.deliver({ raw, headers: forged })).toBe("unauthentic");
	expect(await thePayment(payment.id)).toMatchObject({ state: "pending" });
	world.server.faults.plan("error", ({ url }) => url.endsWith("/verify-webhook-signature"));
	expect(await world.deliver({ raw, headers }), "PayPal sends it again").toBe("retry");
	expect(await world.deliver({ raw, headers })).toBe("accepted");
});

test("a message about another amount goes to staff, and one about something else is ignored", async () => {
	const world = aPayPal();
	const { payment, ref, user, invoiceId } = await world.aRequest();
	const related = { supplementary_data: { related_ids: { order_id: ref } } };
	const amount = { currency_code: "USD", value: "0.01" };
	const claim = world.server.message("PAYMENT.CAPTURE.COMPLETED", { id: "CAP1", amount, ...related });
	expect(await world.deliver(claim)).toBe("under_review");
	const { reviews, ledger } = await moneyRecordsOf(invoiceId, user.id);
	expect([reviews.map(({ reason }) => reason), ledger]).toEqual([["amount_mismatch"], []]);
	expect(await world.deliver(world.server.message("BILLING.PLAN.CREATED", { id: "P-1" }))).toBe("accepted");
	expect(await thePayment(payment.id)).toMatchObject({ state: "pending" });
});

test("a token that PayPal no longer accepts is replaced, and one serves many calls", async () => {
	const world = aPayPal();
	const { ref } = await world.aRequest();
	await world.provider.fetchStatus(ref);
	expect(world.server.tokensIssued()).toBe(1);
	world.server.expireToken();
	expect(await world.provider.fetchStatus(ref)).toMatchObject({ state: "pending" });
	expect(world.server.tokensIssued()).toBe(2);
});

test("refunds go to the capture, in parts, each once", async () => {
	const world = aPayPal();
	const { payment, ref, owner, invoiceId } = await world.aRequest();
	world.server.approve(ref);
	await world.services.payments.checkReturned(owner, invoiceId);
	const { receipt, amount } = await thePayment(payment.id);
	const refund = (refundId: string, part: number, reference: string | null = null): RefundRequest => ({
		refundId,
		reference,
		receipt,
		providerRef: ref,
		method: "paypal",
		amount: part,
		currency: "USD",
		reason: "Refund of invoice KK2026000001",
		resultUrl: "https://kikoa.test/x",
	});
	const { refunds } = world.provider;
	if (!refunds) throw new Error("no refunds");
	world.server.faults.plan("lost", ({ url }) => url.endsWith("/refund"));
	await expect(refunds.request(refund("rfd_1", 100))).rejects.toThrow();
	const first = await refunds.request(refund("rfd_1", 100));
	expect(first).toMatchObject({ state: "succeeded", reference: expect.any(String) });
	expect(await refunds.request(refund("rfd_1", 100))).toEqual(first);
	expect(await refunds.request(refund("rfd_2", amount)), "more than is left").toMatchObject({
		state: "failed",
		reason: expect.stringContaining("REFUND_AMOUNT_EXCEEDED"),
	});
	world.server.nextRefunds.push("PENDING");
	const second = await refunds.request(refund("rfd_3", amount - 100));
	if (second.state !== "pending") throw new Error(second.state);
	const asked = refund("rfd_3", amount - 100, second.reference ?? null);
	expect(await refunds.fetchStatus(asked)).toEqual(second);
	world.server.finishRefund(second.reference ?? "");
	expect(await refunds.fetchStatus(asked)).toMatchObject({ state: "succeeded" });
});

test("PayPal takes no shillings, and the probe needs the app's own webhook", async () => {
	const world = aPayPal();
	const { user, invoiceId } = await anOrder(world.services);
	expect(await world.services.payments.start(user, invoiceId, { method: "paypal" })).toMatchObject({
		error: { kind: "invalid" },
	});
	await world.provider.probe();
	const other = createPayPalProvider({
		...payPalAccount,
		webhookId: "OTHER",
		clock: Date.now,
		sharedToken: async (issue) => (await issue()).token,
		fetch: (url, init) => world.server.fetch(new Request(url, init)),
	});
	await expect(other.probe()).rejects.toThrow("INVALID_RESOURCE_ID");
});
