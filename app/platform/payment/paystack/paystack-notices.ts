import { z } from "zod";
import type { PaymentKey, Webhook } from "../payment-provider";
import { attemptIdOf } from "./paystack-api";

// Fields: paystack.com/docs/payments/refunds and paystack.com/docs/payments/disputes, sections "Webhooks".

const refundSchema = z.object({
	transaction_reference: z.string().min(1),
	refund_reference: z.string().nullish(),
	id: z.union([z.number(), z.string()]).nullish(),
	amount: z.union([z.number(), z.string()]).nullish(),
});

const disputeSchema = z.object({
	id: z.union([z.number(), z.string()]).transform(String),
	refund_amount: z.coerce.number().int().nullish(),
	currency: z.enum(["KES", "USD"]).nullish().catch(null),
	category: z.string().nullish(),
	dueAt: z.string().nullish(),
	transaction: z.object({ reference: z.string().min(1) }),
});

/** The messages about a dispute, with whether it is open after them. */
const disputeEvents: Readonly<Record<string, boolean>> = {
	"charge.dispute.create": true,
	"charge.dispute.remind": true,
	"charge.dispute.resolve": false,
};

const keyOf = (reference: string): PaymentKey => {
	const attemptId = attemptIdOf(reference);
	return attemptId === undefined ? { providerRef: reference } : { attemptId };
};

/** A message about a refund or a dispute. Transfers and others need no action. */
export function readNotice(event: string, data: unknown): Webhook {
	if (event === "refund.processed") {
		const refund = refundSchema.safeParse(data);
		if (!refund.success) return { kind: "malformed" };
		const { transaction_reference: reference, refund_reference, id, amount } = refund.data;
		const dedupeKey = `${event}:${reference}:${id ?? refund_reference ?? amount}`;
		// The list of refunds has the number of the refund, which this message may not have.
		return { kind: "refund", dedupeKey, payment: keyOf(reference), reference: null };
	}
	const isOpen = disputeEvents[event];
	if (isOpen === undefined) return { kind: "ignored" };
	const dispute = disputeSchema.safeParse(data);
	if (!dispute.success) return { kind: "malformed" };
	const { id: disputeId, refund_amount, currency, category, dueAt, transaction } = dispute.data;
	const respondBy = Date.parse(dueAt ?? "");
	return {
		...{ kind: "dispute", dedupeKey: `${event}:${disputeId}:${dueAt ?? ""}`, disputeId, isOpen },
		...{ payment: keyOf(transaction.reference), amount: refund_amount ?? null, currency: currency ?? null },
		...{ reason: category ?? "unknown", respondBy: Number.isFinite(respondBy) ? respondBy : null },
	};
}
