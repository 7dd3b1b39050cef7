import { brand } from "~/brand";
import { HOUR } from "~/lib/durations";
import { logger } from "~/lib/log.server";
import { acceptedMethods } from "../accepted-methods";
import type { PaymentProvider } from "../payment-provider";
import { createPayPalApi, type PayPalApiOptions, type PayPalError, toAmount } from "./paypal-api";
import { orderSchema, outcomeOf, outcomeOfRefusal } from "./paypal-order";
import { createPayPalRefunds } from "./paypal-refunds";
import { readWebhook } from "./paypal-webhook";

export interface PayPalOptions extends PayPalApiOptions {
	/** Of the webhook that is registered for our address. */
	readonly webhookId: string;
}

/** PayPal forgets an order that was not captured three hours after it was created. */
const answerTimeMs = 3 * HOUR;

/** The customer's page of an order. The name depends on whether the order names a payment source. */
const approvalLinks = ["payer-action", "approve"];

/**
 * PayPal (Orders v2), in dollars. The customer approves an order on PayPal's page. The money moves when we capture the
 * order.
 */
export function createPayPalProvider({ webhookId, ...options }: PayPalOptions): PaymentProvider {
	const api = createPayPalApi(options);
	const pathOf = (providerRef: string) => `/v2/checkout/orders/${encodeURIComponent(providerRef)}`;

	async function fetchStatus(providerRef: string) {
		const answer = await api.get(pathOf(providerRef));
		if (answer.kind === "answer") return outcomeOf(orderSchema.parse(answer.body));
		if (answer.status !== 404) throw unexpected(answer);
		// PayPal has forgotten the order, so nothing can be captured. The payment ends when its time is over.
		logger.warn("payment_status_unknown", { service: "paypal", providerId: providerRef, code: answer.issue });
		return { state: "pending" } as const;
	}

	return {
		id: "paypal",
		takes: acceptedMethods.paypal,
		webhookProof: "signature",
		refunds: createPayPalRefunds(api),

		async start({ attemptId, invoiceNumber, amount, currency, returnUrl }) {
			const unit = {
				amount: toAmount(amount, currency),
				description: `Invoice ${invoiceNumber}`,
				// Not `invoice_id`: PayPal refuses a second order with the same one, also after a declined payment.
				custom_id: invoiceNumber,
			};
			const experience = {
				brand_name: brand.name,
				shipping_preference: "NO_SHIPPING",
				user_action: "PAY_NOW",
				return_url: returnUrl,
				cancel_url: returnUrl,
			};
			const order = {
				intent: "CAPTURE",
				purchase_units: [unit],
				payment_source: { paypal: { experience_context: experience } },
			};
			const answer = await api.post("/v2/checkout/orders", order, attemptId);
			if (answer.kind === "error") {
				if (answer.status !== 422) throw unexpected(answer);
				logger.warn("payment_refused", { service: "paypal", paymentId: attemptId, code: answer.issue });
				return { refused: "unknown" };
			}
			const { id: providerRef, links } = orderSchema.parse(answer.body);
			const link = links.find(({ rel }) => approvalLinks.includes(rel));
			if (!link) throw new Error(`PayPal's order ${providerRef} has no page for the customer`);
			const expiresAt = options.clock() + answerTimeMs;
			return { providerRef, expiresAt, next: { kind: "redirect", url: link.href } };
		},

		parseWebhook: (raw, headers) => readWebhook(api, webhookId, raw, headers),

		fetchStatus,

		async capture(providerRef, approval) {
			const answer = await api.post(`${pathOf(providerRef)}/capture`, {}, approval);
			if (answer.kind === "answer") return outcomeOf(orderSchema.parse(answer.body));
			return outcomeOfRefusal(answer) ?? fetchStatus(providerRef);
		},

		/** Reads our webhook, which shows that the credentials and the webhook's id belong together. */
		async probe() {
			const answer = await api.get(`/v1/notifications/webhooks/${encodeURIComponent(webhookId)}`);
			if (answer.kind === "error") throw unexpected(answer);
		},
	};
}

const unexpected = ({ message }: PayPalError) => new Error(`PayPal refused: ${message}`);
