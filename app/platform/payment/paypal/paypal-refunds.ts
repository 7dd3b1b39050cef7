import { z } from "zod";
import type { ProviderRefunds, RefundOutcome } from "../provider-refunds";
import { amountSchema, type PayPalAnswer, type PayPalApi, toAmount } from "./paypal-api";

const refundSchema = z.object({
	id: z.string().min(1).max(100),
	status: z.enum(["CANCELLED", "FAILED", "PENDING", "COMPLETED"]),
	status_details: z.object({ reason: z.string().optional() }).optional(),
	amount: amountSchema.optional(),
	custom_id: z.string().optional(),
});

/** Refunds of captures, any part and several times, for 180 days after the payment. */
export function createPayPalRefunds(api: PayPalApi): ProviderRefunds {
	const request: ProviderRefunds["request"] = async ({ refundId, receipt, amount, currency, reason }) => {
		if (receipt === null) throw new TypeError("A PayPal refund needs the id of the capture");
		const path = `/v2/payments/captures/${encodeURIComponent(receipt)}/refund`;
		// PayPal keeps the ids of refunds for 45 days.
		return outcomeOf(
			await api.post(
				path,
				{ amount: toAmount(amount, currency), note_to_payer: reason, custom_id: refundId },
				refundId,
			),
		);
	};
	return {
		parts: { paypal: "parts" },
		reportsResult: true,
		request,
		async made(_, reference) {
			// Messages name the refund. PayPal has no list of them.
			if (reference === null) return [];
			const answer = await api.get(`/v2/payments/refunds/${encodeURIComponent(reference)}`);
			if (answer.kind === "error") throw new Error(`PayPal does not show the refund: ${answer.message}`);
			const { id, status, amount, custom_id: refundId = null } = refundSchema.parse(answer.body);
			if (status !== "COMPLETED" || !amount) return [];
			return [{ reference: id, refundId, amount: amount.amount, isTotal: false }];
		},

		async fetchStatus(refund) {
			if (refund.reference === null) return request(refund);
			return outcomeOf(await api.get(`/v2/payments/refunds/${encodeURIComponent(refund.reference)}`));
		},
	};
}

function outcomeOf(answer: PayPalAnswer): RefundOutcome {
	if (answer.kind === "error") {
		if (answer.status !== 422) throw new Error(`PayPal refused a refund: ${answer.message}`);
		return { state: "failed", reason: answer.message };
	}
	const { id: reference, status, status_details } = refundSchema.parse(answer.body);
	switch (status) {
		case "COMPLETED":
			return { state: "succeeded", reference };
		case "PENDING":
			return { state: "pending", reference };
		default:
			return { state: "failed", reference, reason: `PayPal ${status} ${status_details?.reason ?? ""}`.trim() };
	}
}
