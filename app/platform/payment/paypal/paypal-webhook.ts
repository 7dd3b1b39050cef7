import { z } from "zod";
import { readJson } from "~/lib/read-json";
import type { Webhook } from "../payment-provider";
import { amountSchema, type PayPalApi } from "./paypal-api";

/** An order, or a capture, which names its order. */
const eventSchema = z.object({
	id: z.string().min(1).max(100),
	event_type: z.string(),
	resource: z.object({
		id: z.string().min(1).max(100),
		amount: amountSchema.optional().catch(undefined),
		supplementary_data: z.object({ related_ids: z.object({ order_id: z.string().optional() }).optional() }).optional(),
	}),
});

/** A refund names its capture in a link. */
const refundSchema = z.object({
	id: z.string().min(1).max(100),
	links: z.array(z.object({ rel: z.string(), href: z.string() })),
});

/** developer.paypal.com/api/customer-disputes/v1 */
const disputeSchema = z.object({
	dispute_id: z.string().min(1).max(255),
	reason: z.string().default("unknown"),
	dispute_amount: amountSchema.optional().catch(undefined),
	seller_response_due_date: z.string().optional(),
	disputed_transactions: z.array(z.object({ seller_transaction_id: z.string().min(1) })).min(1),
});

const refundEvents = ["PAYMENT.CAPTURE.REFUNDED", "PAYMENT.CAPTURE.REVERSED"] as const;

const disputeEvents = ["CUSTOMER.DISPUTE.CREATED", "CUSTOMER.DISPUTE.UPDATED", "CUSTOMER.DISPUTE.RESOLVED"] as const;

/** Events that say what happened to a payment. */
const paymentEvents = [
	"CHECKOUT.ORDER.APPROVED",
	"PAYMENT.CAPTURE.COMPLETED",
	"PAYMENT.CAPTURE.DECLINED",
	"PAYMENT.CAPTURE.DENIED",
	"PAYMENT.CAPTURE.PENDING",
] as const;

/** Register the webhook for these. */
export const webhookEvents = [...paymentEvents, ...refundEvents, ...disputeEvents] as const;

const verificationSchema = z.object({ verification_status: z.enum(["SUCCESS", "FAILURE"]) });

/** PayPal's headers, and their fields in the question whether a message is authentic. */
const signatureFields = {
	auth_algo: "PayPal-Auth-Algo",
	cert_url: "PayPal-Cert-Url",
	transmission_id: "PayPal-Transmission-Id",
	transmission_sig: "PayPal-Transmission-Sig",
	transmission_time: "PayPal-Transmission-Time",
} as const;

/** Asks PayPal whether a message is authentic, then reads it. @throws if PayPal does not answer */
export async function readWebhook(
	api: PayPalApi,
	webhookId: string,
	raw: Uint8Array,
	headers: Headers,
): Promise<Webhook> {
	const signed = Object.entries(signatureFields).map(([field, header]) => [field, headers.get(header)] as const);
	const body = readJson(raw);
	if (body === null || signed.some(([, value]) => !value)) return { kind: "unauthentic" };
	// The signature covers the bytes, so the message is sent back as it came, not parsed and written again.
	const known = JSON.stringify({ ...Object.fromEntries(signed), webhook_id: webhookId });
	const question = `${known.slice(0, -1)},"webhook_event":${new TextDecoder().decode(raw)}}`;
	const answer = await api.post("/v1/notifications/verify-webhook-signature", question);
	if (answer.kind === "error") {
		if (answer.status === 401 || answer.status === 403) throw new Error(`PayPal checks no message: ${answer.message}`);
		// PayPal refuses headers that it never sends.
		return { kind: "unauthentic" };
	}
	if (verificationSchema.parse(answer.body).verification_status !== "SUCCESS") return { kind: "unauthentic" };
	return parseEvent(body);
}

const envelopeSchema = z.object({ id: z.string().min(1).max(100), event_type: z.string(), resource: z.unknown() });

function parseEvent(body: unknown): Webhook {
	const envelope = envelopeSchema.safeParse(body);
	if (!envelope.success) return { kind: "malformed" };
	const { event_type: type } = envelope.data;
	if (refundEvents.some((known) => known === type)) return parseRefund(envelope.data);
	if (disputeEvents.some((known) => known === type)) return parseDispute(envelope.data);
	return parsePayment(body);
}

type Envelope = z.output<typeof envelopeSchema>;

function parseRefund({ id: dedupeKey, resource }: Envelope): Webhook {
	const refund = refundSchema.safeParse(resource);
	if (!refund.success) return { kind: "malformed" };
	const { id: reference, links } = refund.data;
	const receipt = links.map(({ href }) => /\/captures\/([^/?]+)$/.exec(href)?.[1]).find((found) => found !== undefined);
	if (receipt === undefined) return { kind: "malformed" };
	return { kind: "refund", dedupeKey, payment: { receipt }, reference };
}

function parseDispute({ id: dedupeKey, event_type, resource }: Envelope): Webhook {
	const dispute = disputeSchema.safeParse(resource);
	const [disputed] = dispute.data?.disputed_transactions ?? [];
	if (!dispute.success || !disputed) return { kind: "malformed" };
	const { dispute_id: disputeId, reason, dispute_amount, seller_response_due_date } = dispute.data;
	const respondBy = Date.parse(seller_response_due_date ?? "");
	return {
		...{ kind: "dispute", dedupeKey, disputeId, isOpen: event_type !== "CUSTOMER.DISPUTE.RESOLVED", reason },
		...{ amount: dispute_amount?.amount ?? null, currency: dispute_amount?.currency ?? null },
		...{ payment: { receipt: disputed.seller_transaction_id } },
		respondBy: Number.isFinite(respondBy) ? respondBy : null,
	};
}

function parsePayment(body: unknown): Webhook {
	const parsed = eventSchema.safeParse(body);
	if (!parsed.success) return { kind: "malformed" };
	const { id: dedupeKey, event_type: type, resource } = parsed.data;
	if (!paymentEvents.some((known) => known === type)) return { kind: "ignored" };
	const orderId = resource.supplementary_data?.related_ids?.order_id;
	const providerRef = type === "CHECKOUT.ORDER.APPROVED" ? resource.id : orderId;
	if (providerRef === undefined) return { kind: "malformed" };
	const event = { kind: "event", dedupeKey, providerRef } as const;
	switch (type) {
		case "PAYMENT.CAPTURE.COMPLETED":
			return { ...event, claim: { state: "succeeded", ...resource.amount, receipt: resource.id } };
		case "PAYMENT.CAPTURE.DECLINED":
		case "PAYMENT.CAPTURE.DENIED":
			return { ...event, claim: { state: "failed", code: "declined" } };
		default:
			return { ...event, claim: { state: "pending" } };
	}
}
