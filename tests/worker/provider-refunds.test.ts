import { env } from "cloudflare:workers";
import { and, eq, like, sql } from "drizzle-orm";
import { beforeEach, expect, test, vi } from "vitest";
import { createDatabase } from "~/db/client.server";
import { outbox, paymentReviews } from "~/db/schema";
import { MINUTE } from "~/lib/durations";
import { sharedToken } from "~/platform/access-token/shared-token.workers";
import { createPesapalProvider } from "~/platform/payment/pesapal/pesapal-provider";
import type { Services } from "~/services.server";
import { createPesapalServer, pesapalAccount } from "../services/pesapal";
import { anOrder, quietServices, thePayment } from "../support/orders";
import { aPayPal } from "../support/paypal";
import { aPaystack } from "../support/paystack";
import { checkRefunds, creditNotesOf, invoiceOf, ledgerOf, refund, refundsOf } from "../support/refunds";

const db = createDatabase(env.DB);

beforeEach(() => {
	vi.spyOn(console, "warn").mockImplementation(() => {});
	return () => vi.restoreAllMocks();
});

/** Runs the customer's events about refunds and payments, as the queue does, several times. */
async function runEvents(services: Services, userId: string): Promise<void> {
	const waiting = and(eq(outbox.userId, userId), eq(outbox.state, "new"));
	for (const kind of ["payment.%", "refund.%"]) {
		const rows = await db.read(
			db.orm
				.select()
				.from(outbox)
				.where(and(waiting, like(outbox.kind, kind))),
		);
		for (const { id } of rows) {
			await services.outbox.deliver(id);
			await services.outbox.deliver(id);
		}
	}
}

const reviewsOf = (paymentId: string) =>
	db.read(db.orm.select().from(paymentReviews).where(eq(paymentReviews.paymentId, paymentId)));

const staffMailsOf = (reviewId: string) =>
	db.read(
		db.orm
			.select()
			.from(outbox)
			.where(and(eq(outbox.kind, "mail.staff-task"), sql`${outbox.payload} ->> '$.reviewId' = ${reviewId}`)),
	);

async function refundedOf({ invoiceId, user }: { invoiceId: string; user: { id: string } }) {
	const [notes, rows, ledger] = await Promise.all([creditNotesOf(invoiceId), refundsOf(invoiceId), ledgerOf(user.id)]);
	return {
		notes: notes.map(({ total }) => total),
		refunds: rows.map(({ state, amount }) => [state, amount]),
		posted: ledger.filter(({ kind }) => kind === "refund").map(({ amount }) => amount),
	};
}

test("a refund in Paystack's dashboard becomes a refund with its credit note, once for any number of messages", async () => {
	const paystack = aPaystack();
	const paid = await paystack.aPayment();
	await paystack.deliver(paystack.server.payPage(paid.ref));
	const message = paystack.server.refundInDashboard(paid.ref, 150_50);
	for (const _ of [1, 2, 3]) expect(await paystack.deliver(message)).toBe("accepted");
	await runEvents(paystack.services, paid.user.id);
	expect(await refundedOf(paid)).toEqual({ notes: [150_50], refunds: [["succeeded", 150_50]], posted: [150_50] });
	const rest = paid.payment.amount - 150_50;
	await paystack.deliver(paystack.server.refundInDashboard(paid.ref, rest));
	await runEvents(paystack.services, paid.user.id);
	expect((await refundedOf(paid)).notes).toEqual([150_50, rest]);
	const notes = await creditNotesOf(paid.invoiceId);
	const invoice = await invoiceOf(paid.invoiceId);
	expect(notes.reduce((sum, { tax }) => sum + tax, 0)).toBe(invoice.tax);
	expect(invoice.state).toBe("refunded");
});

test("a refund that we asked for is not added again, also when its message comes before the answer", async () => {
	const paystack = aPaystack();
	const paid = await paystack.aPayment();
	await paystack.deliver(paystack.server.payPage(paid.ref));
	const { number } = await invoiceOf(paid.invoiceId);
	await refund(paystack.services, number, { amount: 100_00 });
	paystack.server.faults.plan("lost", ({ url, method }) => method === "POST" && url.endsWith("/refund"));
	await checkRefunds(paystack.services, paid.invoiceId);
	expect((await refundsOf(paid.invoiceId))[0]).toMatchObject({ state: "pending", reference: null });
	await paystack.deliver(paystack.server.processRefund(paid.ref));
	await runEvents(paystack.services, paid.user.id);
	expect(await refundedOf(paid)).toEqual({ notes: [100_00], refunds: [["succeeded", 100_00]], posted: [100_00] });
});

test("a refund that failed and that staff made in the dashboard is finished, not added", async () => {
	const paystack = aPaystack();
	const paid = await paystack.aPayment();
	await paystack.deliver(paystack.server.payPage(paid.ref));
	const { number } = await invoiceOf(paid.invoiceId);
	await refund(paystack.services, number, { amount: 200_00, to: "by_hand" });
	await paystack.deliver(paystack.server.refundInDashboard(paid.ref, 200_00));
	await runEvents(paystack.services, paid.user.id);
	expect(await refundedOf(paid)).toEqual({ notes: [200_00], refunds: [["succeeded", 200_00]], posted: [200_00] });
});

test("a message about a refund that comes before the payment is settled waits for it", async () => {
	const paystack = aPaystack();
	const paid = await paystack.aPayment();
	const settled = paystack.server.payPage(paid.ref);
	await paystack.deliver(paystack.server.refundInDashboard(paid.ref, 100_00));
	await runEvents(paystack.services, paid.user.id);
	expect(await refundedOf(paid)).toEqual({ notes: [], refunds: [], posted: [] });
	await paystack.deliver(settled);
	paystack.pass(2 * MINUTE);
	await runEvents(paystack.services, paid.user.id);
	expect((await refundedOf(paid)).notes).toEqual([100_00]);
});

test("money that went back after it had become credit is left to staff", async () => {
	const paystack = aPaystack();
	const paid = await paystack.aPayment();
	await paystack.deliver(paystack.server.payPage(paid.ref));
	const { number } = await invoiceOf(paid.invoiceId);
	await refund(paystack.services, number, { to: "credit" });
	await paystack.deliver(paystack.server.refundInDashboard(paid.ref, 100_00));
	await runEvents(paystack.services, paid.user.id);
	expect((await refundedOf(paid)).posted).toEqual([]);
	expect((await reviewsOf(paid.payment.id)).map(({ reason }) => reason)).toEqual(["refund_elsewhere"]);
});

test.each([
	["in order", ["create", "remind", "resolve"]],
	["the end first", ["resolve", "create", "remind"]],
] as const)("a dispute at Paystack is one review and one email, and ends with it: %s", async (_, events) => {
	const paystack = aPaystack();
	const paid = await paystack.aPayment();
	await paystack.deliver(paystack.server.payPage(paid.ref));
	const disputeId = 4_000_000 + Math.floor(Math.random() * 1e6);
	const due = "2026-11-30T09:00:00.000Z";
	const [first, ...later] = events.map((event) => paystack.server.dispute(paid.ref, event, disputeId, due));
	if (!first) throw new Error("no message");
	for (const message of [first, first]) expect(await paystack.deliver(message)).toBe("accepted");
	const [review] = await reviewsOf(paid.payment.id);
	expect(JSON.parse(review?.body ?? "")).toMatchObject({ respondBy: expect.stringContaining("30 Nov 2026") });
	for (const message of later) await paystack.deliver(message);
	const reviews = await reviewsOf(paid.payment.id);
	expect(reviews).toMatchObject([{ reason: "dispute", resolvedAt: expect.any(Number) }]);
	expect(await staffMailsOf(reviews[0]?.id ?? "")).toHaveLength(1);
	expect(await refundedOf(paid), "a dispute moves no money").toMatchObject({ notes: [] });
});

test("a refund or a reversal at PayPal becomes a refund once, and one that we asked for is not added", async () => {
	const world = aPayPal();
	const paid = await world.aRequest();
	await world.deliver(world.server.approve(paid.ref));
	expect(await thePayment(paid.payment.id)).toMatchObject({ state: "succeeded" });
	const { number } = await invoiceOf(paid.invoiceId);
	await refund(world.services, number, { amount: 100 });
	await checkRefunds(world.services, paid.invoiceId);
	const [own] = await refundsOf(paid.invoiceId);
	const messages = [
		world.server.reportRefund(own?.reference ?? ""),
		world.server.refundAtPayPal(paid.ref, 250),
		world.server.refundAtPayPal(paid.ref, 50, "REVERSED"),
	];
	for (const message of [...messages, ...messages]) expect(await world.deliver(message)).toBe("accepted");
	await runEvents(world.services, paid.user.id);
	const { notes, posted } = await refundedOf(paid);
	expect([notes.toSorted(), posted.toSorted()]).toEqual([[100, 250, 50].toSorted(), [100, 250, 50].toSorted()]);
});

test("a dispute at PayPal is one review with its deadline", async () => {
	const world = aPayPal();
	const paid = await world.aRequest();
	await world.deliver(world.server.approve(paid.ref));
	const disputeId = `PP-D-${Math.floor(Math.random() * 1e6)}`;
	for (const type of ["CREATED", "UPDATED"] as const)
		await world.deliver(world.server.dispute(paid.ref, type, disputeId, "2026-12-03T10:00:00.000Z"));
	const reviews = await reviewsOf(paid.payment.id);
	expect(reviews).toMatchObject([{ reason: "dispute", resolvedAt: null }]);
	expect(reviews[0]?.body).toContain("3 Dec 2026");
	await world.deliver(world.server.dispute(paid.ref, "RESOLVED", disputeId));
	expect(await reviewsOf(paid.payment.id)).toMatchObject([{ resolvedAt: expect.any(Number) }]);
});

test("a payment that Pesapal reverses is refunded once, less what we have refunded", async () => {
	let now = Date.now();
	const clock = () => now;
	const server = createPesapalServer({ clock });
	const provider = createPesapalProvider({
		...{ ...pesapalAccount, currencies: ["KES"], clock, timeoutMs: 500 },
		sharedToken: sharedToken(env.ACCESS_TOKENS, `test ${crypto.randomUUID()}`),
		fetch: (url, init) => server.fetch(new Request(url, init)),
	});
	const services = quietServices({ clock, paymentProviders: [provider] });
	const paid = await anOrder(services);
	const started = await services.payments.start(paid.user, paid.invoiceId, { method: "card" });
	if (!started.ok) throw new Error(started.error.message);
	const payment = await thePayment(started.value.paymentId);
	const ref = payment.providerRef ?? "";
	const deliver = async (code: number) => {
		const raw = server.decide(ref, code);
		now += MINUTE;
		await services.payments.handleWebhook("pesapal", pesapalAccount.callbackToken, raw, new Headers());
		await runEvents(services, paid.user.id);
	};
	await deliver(1);
	expect(await thePayment(payment.id)).toMatchObject({ state: "succeeded" });
	await deliver(1);
	expect((await refundedOf(paid)).notes).toEqual([]);
	const { number } = await invoiceOf(paid.invoiceId);
	await refund(services, number, { amount: 100_00 });
	await checkRefunds(services, paid.invoiceId);
	for (const code of [3, 3]) await deliver(code);
	const { notes, posted } = await refundedOf(paid);
	expect(notes).toEqual([100_00, payment.amount - 100_00]);
	expect(posted.toSorted()).toEqual([100_00, payment.amount - 100_00].toSorted());
	expect(await invoiceOf(paid.invoiceId)).toMatchObject({ state: "refunded" });
});
