import { env, exports } from "cloudflare:workers";
import { and, eq, like } from "drizzle-orm";
import { beforeEach, expect, test, vi } from "vitest";
import { createDatabase } from "~/db/client.server";
import { outbox } from "~/db/schema";
import { MINUTE, SECOND } from "~/lib/durations";
import { createId } from "~/lib/ids";
import { sharedToken } from "~/platform/access-token/shared-token.workers";
import { createPesapalProvider, type PesapalProviderOptions } from "~/platform/payment/pesapal/pesapal-provider";
import type { RefundRequest } from "~/platform/payment/provider-refunds";
import { createPesapalServer, pesapalAccount } from "../services/pesapal";
import { anOrder, moneyRecordsOf, quietServices, thePayment } from "../support/orders";

const db = createDatabase(env.DB);

beforeEach(() => {
	vi.spyOn(console, "warn").mockImplementation(() => {});
	return () => vi.restoreAllMocks();
});

/** A Pesapal of the test's own, a provider that uses it, and services that use the provider. `pass` moves the clock. */
function aPesapal(options: Partial<PesapalProviderOptions> = {}) {
	let now = Date.now();
	const clock = () => now;
	const server = createPesapalServer({ clock });
	const provider = createPesapalProvider({
		...{ ...pesapalAccount, currencies: ["KES", "USD"], clock, timeoutMs: 500 },
		sharedToken: sharedToken(env.ACCESS_TOKENS, `test ${crypto.randomUUID()}`),
		fetch: (url, init) => server.fetch(new Request(url, init)),
		...options,
	});
	const services = quietServices({ clock, paymentProviders: [provider] });
	const deliver = (raw: Uint8Array, token: string = pesapalAccount.callbackToken) =>
		services.payments.handleWebhook("pesapal", token, raw, new Headers());

	/** Runs the customer's waiting events about payments, as the queue does. */
	async function runEvents(userId: string): Promise<void> {
		const waiting = and(eq(outbox.userId, userId), eq(outbox.state, "new"), like(outbox.kind, "payment.%"));
		const rows = await db.read(db.orm.select().from(outbox).where(waiting));
		for (const { id, nextAt } of rows) if (nextAt <= now) await services.outbox.deliver(id);
	}

	return {
		...{ server, provider, services, deliver, runEvents, clock },
		pass: (ms: number) => {
			now += ms;
		},
		async aPayment() {
			const order = await anOrder(services);
			const started = await services.payments.start(order.user, order.invoiceId, { method: "card" });
			if (!started.ok) throw new Error(started.error.message);
			const payment = await thePayment(started.value.paymentId);
			return { ...order, payment, ref: payment.providerRef ?? "", redirectUrl: started.value.redirectUrl };
		},
	};
}

test("a payment is made on Pesapal's page, and a notice makes us ask for its status", async () => {
	const pesapal = aPesapal();
	const { payment, ref, redirectUrl, user, invoiceId } = await pesapal.aPayment();
	expect(redirectUrl).toMatch(/^https:\/\/cybqa\.pesapal\.com\//);
	const [order] = pesapal.server.orders();
	expect(order).toMatchObject({ trackingId: ref, amount: payment.amount / 100, currency: "KES" });
	expect(order?.reference).toMatch(new RegExp(`^${payment.id}\\.`));
	expect(await pesapal.deliver(pesapal.server.decide(ref, 1))).toBe("accepted");
	expect(await thePayment(payment.id), "nothing is asked before the answer").toMatchObject({ state: "pending" });
	await pesapal.runEvents(user.id);
	expect(await thePayment(payment.id)).toMatchObject({ state: "succeeded", receipt: order?.confirmation });
	const { ledger, receipts } = await moneyRecordsOf(invoiceId, user.id);
	expect(ledger).toMatchObject([{ kind: "payment", amount: payment.amount }]);
	expect(receipts).toHaveLength(1);
});

test("fifty notices post the money once, and a notice without the secret address does nothing", async () => {
	const pesapal = aPesapal();
	const { payment, ref, user, invoiceId } = await pesapal.aPayment();
	const notice = pesapal.server.decide(ref, 1);
	expect(await pesapal.deliver(notice, "0".repeat(32))).toBe("unauthentic");
	await pesapal.runEvents(user.id);
	expect(await thePayment(payment.id)).toMatchObject({ state: "pending" });
	await Promise.all(Array.from({ length: 50 }, () => pesapal.deliver(notice)));
	await Promise.all([pesapal.runEvents(user.id), pesapal.runEvents(user.id)]);
	const { ledger, receipts, reviews } = await moneyRecordsOf(invoiceId, user.id);
	expect([ledger.length, receipts.length, reviews.length]).toEqual([1, 1, 0]);
});

test("a notice that names another order goes to staff, and one that can't be read is refused", async () => {
	const pesapal = aPesapal();
	const { ref, user, invoiceId } = await pesapal.aPayment();
	const text = new TextDecoder().decode(pesapal.server.decide(ref, 1));
	const other = new TextEncoder().encode(text.replace(ref, crypto.randomUUID()));
	expect(await pesapal.deliver(other)).toBe("accepted");
	const { reviews, ledger } = await moneyRecordsOf(invoiceId, user.id);
	expect([reviews.map(({ reason }) => reason), ledger]).toEqual([["other_reference"], []]);
	expect(await pesapal.deliver(new TextEncoder().encode("OrderTrackingId=1"))).toBe("malformed");
});

test("a failure and a later success of the same order have separate notices", async () => {
	const pesapal = aPesapal();
	const { payment, ref, user } = await pesapal.aPayment();
	await pesapal.deliver(pesapal.server.decide(ref, 2, { description: "Insufficient funds" }));
	await pesapal.runEvents(user.id);
	expect(await thePayment(payment.id)).toMatchObject({ state: "failed", failureCode: "insufficient_funds" });
	pesapal.pass(30 * SECOND);
	await pesapal.deliver(pesapal.server.decide(ref, 1));
	await pesapal.runEvents(user.id);
	expect(await thePayment(payment.id)).toMatchObject({ state: "succeeded", failureCode: null });
});

test("another amount goes to staff", async () => {
	const pesapal = aPesapal();
	const { payment, ref, user, invoiceId } = await pesapal.aPayment();
	await pesapal.deliver(pesapal.server.decide(ref, 1, { amount: payment.amount / 100 - 1 }));
	await pesapal.runEvents(user.id);
	const { reviews, ledger } = await moneyRecordsOf(invoiceId, user.id);
	expect([reviews.map(({ reason }) => reason), ledger]).toEqual([["amount_mismatch"], []]);
});

test.each(["none", "refuse", "error", "silent"] as const)(
	"an order that is not paid stays pending, also with the fault %s",
	async (fault) => {
		const pesapal = aPesapal();
		const { payment, ref } = await pesapal.aPayment();
		pesapal.pass(11 * SECOND);
		if (fault !== "none") {
			pesapal.server.decide(ref, 1);
			pesapal.server.faults.plan(fault);
		}
		await pesapal.services.payments.check(payment.id);
		expect(await thePayment(payment.id)).toMatchObject({ state: "pending", checks: 1 });
	},
);

test("an order that its customer left is cancelled after an hour, also after a failure, and not asked about again", async () => {
	const pesapal = aPesapal();
	const [left, failed] = [await pesapal.aPayment(), await pesapal.aPayment()];
	pesapal.server.decide(failed.ref, 2);
	/** Moves the clock to the next check of the payment and makes it. */
	const check = async ({ payment: { id } }: { payment: { id: string } }) => {
		const { nextCheckAt } = await thePayment(id);
		pesapal.pass(Math.max(0, (nextCheckAt ?? 0) - pesapal.clock()));
		await pesapal.services.payments.check(id);
		return (await thePayment(id)).nextCheckAt;
	};
	const isCancelled = (ref: string) =>
		pesapal.server.orders().find(({ trackingId }) => trackingId === ref)?.isCancelled;
	while (pesapal.clock() < left.payment.createdAt + 30 * MINUTE) await check(left);
	expect([(await thePayment(left.payment.id)).state, isCancelled(left.ref)]).toEqual(["expired", false]);
	// The answer is lost, so the next check cancels it again, which Pesapal refuses.
	pesapal.server.faults.plan("lost", ({ url }) => url.endsWith("/CancelOrder"));
	while (!isCancelled(left.ref)) await check(left);
	expect(await check(left)).toBeGreaterThan(pesapal.clock());
	pesapal.pass(MINUTE);
	expect(await check(failed)).toBeNull();
	expect(isCancelled(failed.ref)).toBe(true);
	expect(pesapal.server.calls.filter(({ path }) => path.endsWith("/CancelOrder"))).toHaveLength(3);
});

test("an order that was replaced is cancelled at its next check, and a paid one is kept", async () => {
	const pesapal = aPesapal();
	const { payment, ref, user, invoiceId } = await pesapal.aPayment();
	pesapal.pass(20 * MINUTE);
	const again = await pesapal.services.payments.start(user, invoiceId, { method: "card" });
	const { providerRef = "" } = again.ok ? await thePayment(again.value.paymentId) : {};
	await pesapal.deliver(pesapal.server.decide(providerRef ?? "", 1));
	await pesapal.runEvents(user.id);
	await pesapal.services.payments.check(payment.id);
	const orders = pesapal.server.orders();
	expect(orders.map(({ trackingId, isCancelled }) => [trackingId, isCancelled])).toEqual([
		[ref, true],
		[providerRef, false],
	]);
	expect(await thePayment(payment.id)).toMatchObject({ nextCheckAt: null });
});

test("a reversed order is not paid", async () => {
	const pesapal = aPesapal();
	const { ref } = await pesapal.aPayment();
	pesapal.server.decide(ref, 3);
	expect(await pesapal.provider.fetchStatus(ref)).toEqual({ state: "failed", code: "unknown" });
});

test("a page whose address was lost is opened again with a new reference", async () => {
	const pesapal = aPesapal();
	const { user, invoiceId } = await anOrder(pesapal.services);
	const start = () => pesapal.services.payments.start(user, invoiceId, { method: "card" });
	pesapal.server.faults.plan("lost", ({ url }) => url.endsWith("SubmitOrderRequest"));
	expect(await start()).toMatchObject({ error: { kind: "unavailable" } });
	pesapal.pass(20 * SECOND);
	expect(await start()).toMatchObject({ ok: true, value: { redirectUrl: expect.stringMatching(/^https:/) } });
	expect(pesapal.server.orders()).toHaveLength(2);
});

test("an order that Pesapal refuses fails at once, and an expired token is replaced", async () => {
	const refusing = aPesapal({ notificationId: "unknown" });
	expect((await refusing.aPayment()).payment).toMatchObject({ state: "failed", failureCode: "unknown" });
	const pesapal = aPesapal();
	await pesapal.provider.probe();
	pesapal.server.cancelToken();
	await pesapal.provider.probe();
});

test("the check of the service fails for wrong credentials and an unknown notice address", async () => {
	await expect(aPesapal({ consumerSecret: "wrong" }).provider.probe()).rejects.toThrow("refused a token");
	await expect(aPesapal({ notificationId: "wrong" }).provider.probe()).rejects.toThrow("PESAPAL_IPN_ID");
});

test("a payment is refunded once, and shows as refunded when it was returned in full", async () => {
	const pesapal = aPesapal();
	const { payment, ref } = await pesapal.aPayment();
	pesapal.server.decide(ref, 1, { byPhone: true });
	const { refunds } = pesapal.provider;
	const refund = (amount: number): RefundRequest => ({
		...{ refundId: createId("rfd"), providerRef: ref, receipt: null, method: "card", amount, currency: "KES" },
		...{ reason: "Refund of KK2026000001", resultUrl: "https://kikoa.test/api/payments/result", reference: null },
	});
	const part = await refunds?.request(refund(100));
	expect(part).toEqual({ state: "failed", reason: "Mobile payments can only be refunded in full" });
	const whole = refund(payment.amount);
	pesapal.server.faults.plan("lost", ({ url }) => url.endsWith("RefundRequest"));
	await expect(refunds?.request(whole)).rejects.toThrow();
	expect(await refunds?.request(whole)).toEqual({ state: "pending" });
	expect(pesapal.server.refunds).toHaveLength(1);
	expect(await refunds?.fetchStatus(whole)).toEqual({ state: "pending" });
	pesapal.server.decide(ref, 3);
	expect(await refunds?.fetchStatus(whole)).toEqual({ state: "succeeded" });
});

test("the answer to a notice repeats its fields, as Pesapal expects", async () => {
	const pesapal = aPesapal();
	const { ref } = await pesapal.aPayment();
	const notice = pesapal.server.decide(ref, 1);
	expect(pesapal.services.payments.acknowledgement("pesapal", notice)).toMatchObject({
		...{ orderNotificationType: "IPNCHANGE", orderTrackingId: ref, status: 200 },
	});
	expect(pesapal.services.payments.acknowledgement("sandbox", notice)).toEqual({});
	const worker = (exports as unknown as { default: Fetcher }).default;
	const response = await worker.fetch("https://kikoa.test/api/payments/pesapal/0", { method: "POST", body: notice });
	expect(response.status).toBe(404);
});
