import { env } from "cloudflare:workers";
import { expect, test } from "vitest";
import { MINUTE } from "~/lib/durations";
import { createId } from "~/lib/ids";
import type { RefundRequest } from "~/platform/payment/provider-refunds";
import { sandboxRefundAmounts } from "~/platform/payment/sandbox/sandbox-refunds";
import { aSandbox } from "../support/sandbox-payments";

let now = Date.now();

const { provider, customer } = aSandbox(() => now);

/** A payment of Ksh 1,000 that the customer has approved, and a refund of a part of it. */
async function aPaidPayment() {
	const started = await provider.start({
		attemptId: createId("pay", now),
		method: "mpesa",
		invoiceNumber: "KK2026000001",
		amount: 1_000_00,
		currency: "KES",
		payer: { email: "jane@example.com", phone: "+254712345678" },
		returnUrl: env.APP_ORIGIN,
		webhookUrl: `${env.APP_ORIGIN}/api/payments/sandbox/token`,
	});
	if ("refused" in started) throw new Error(started.refused);
	const { providerRef } = started;
	await customer.answer(providerRef, "approve");
	return (amount: number): RefundRequest => ({
		refundId: createId("rfd", now),
		providerRef,
		receipt: null,
		method: "mpesa",
		amount,
		currency: "KES",
		reason: "Refund of KK2026000001",
		resultUrl: `${env.APP_ORIGIN}/api/payments/sandbox/refund/token`,
		reference: null,
	});
}

const refunds = () => {
	if (!provider.refunds) throw new Error("The sandbox makes no refunds");
	return provider.refunds;
};

test("the sandbox refunds a payment in parts, the same refund once, and never more than was paid", async () => {
	const refundOf = await aPaidPayment();
	const first = refundOf(600_00);
	const done = await refunds().request(first);
	expect(done).toMatchObject({ state: "succeeded" });
	expect(await refunds().request(first)).toEqual(done);
	expect(await refunds().fetchStatus(first)).toEqual(done);
	expect(await refunds().request(refundOf(500_00))).toMatchObject({ state: "failed" });
	expect(await refunds().request(refundOf(400_00))).toMatchObject({ state: "succeeded" });
});

test("the sandbox fails and delays refunds of the documented amounts", async () => {
	const refundOf = await aPaidPayment();
	expect(await refunds().request(refundOf(sandboxRefundAmounts.fails))).toMatchObject({ state: "failed" });
	const slow = refundOf(sandboxRefundAmounts.takesTime);
	expect(await refunds().request(slow)).toMatchObject({ state: "pending" });
	expect(await refunds().fetchStatus(slow)).toMatchObject({ state: "pending" });
	now += MINUTE;
	expect(await refunds().fetchStatus(slow)).toMatchObject({ state: "succeeded" });
});
