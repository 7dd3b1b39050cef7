import { z } from "zod";
import { MINUTE, SECOND } from "~/lib/durations";
import { logger } from "~/lib/log.server";
import type { Currency } from "~/lib/money";
import { readJson } from "~/lib/read-json";
import { secretsFrom } from "~/lib/secrets";
import type { Outcome, PaymentProvider, Webhook } from "../payment-provider";
import type { ProviderRefunds, RefundOutcome } from "../provider-refunds";
import { createPesapalApi, errorOf, type PesapalApi, type PesapalOptions } from "./pesapal-api";

export interface PesapalProviderOptions extends PesapalOptions {
	/** The id of our address for notices (IPN). */
	readonly notificationId: string;
	/** The secret part of that address. */
	readonly callbackToken: string;
	/** Accepted too. */
	readonly previousCallbackToken?: string | undefined;
	/** The currencies that Pesapal has enabled. */
	readonly currencies: readonly Currency[];
}

/** Pesapal's page has no time limit. After this time we open another one. */
const pageAnswerMs = 15 * MINUTE;

const orderSchema = z.object({
	order_tracking_id: z.string().min(1),
	redirect_url: z.url({ protocol: /^https$/ }),
});

const statusSchema = z.object({
	status_code: z.coerce.number().int(),
	amount: z.coerce.number().nonnegative(),
	currency: z.string().nullish(),
	confirmation_code: z.string().nullish(),
	payment_status_description: z.string().nullish(),
	description: z.string().nullish(),
});

const cancellationSchema = z.object({ status: z.coerce.string(), message: z.string().nullish() });

type Status = z.infer<typeof statusSchema>;

const noticeSchema = z.object({
	OrderTrackingId: z.string().min(1).max(100),
	OrderMerchantReference: z.string().min(1).max(50),
	OrderNotificationType: z.string(),
});

/** "status_code": 0 invalid, 1 completed, 2 failed, 3 reversed. */
const completed = 1;
const failed = 2;
const reversed = 3;

/** Ours, and the time, because a reference is valid for one order. At most 50 characters. */
const referenceOf = (attemptId: string, now: number): string => `${attemptId}.${now.toString(36)}`;

const attemptIdOf = (reference: string): string | undefined => /^(pay_[a-z0-9]+)\.[a-z0-9]+$/.exec(reference)?.[1];

/** Cards and phones on Pesapal's page, through API 3.0. Its notices are unsigned and say only that something changed. */
export function createPesapalProvider(options: PesapalProviderOptions): PaymentProvider {
	const { notificationId, callbackToken, currencies, clock } = options;
	const api = createPesapalApi(options);

	return {
		id: "pesapal",
		takes: { card: currencies },
		webhookProof: "address",
		webhookTokens: secretsFrom(callbackToken, options.previousCallbackToken),
		refunds: createPesapalRefunds(api),

		/**
		 * Opens the page. After a lost answer another one is opened. The lost answer was the only one with the address of
		 * its page, so no one can pay there.
		 */
		async start({ attemptId, invoiceNumber, amount, currency, payer, returnUrl }) {
			const now = clock();
			const answer = await api.post("/api/Transactions/SubmitOrderRequest", {
				id: referenceOf(attemptId, now),
				...{ currency, amount: amount / 100, description: invoiceNumber },
				...{ callback_url: returnUrl, cancellation_url: returnUrl, notification_id: notificationId },
				billing_address: { email_address: payer.email, ...(payer.phone && { phone_number: payer.phone }) },
			});
			const order = orderSchema.safeParse(answer.body);
			if (order.success) {
				const { order_tracking_id: providerRef, redirect_url: url } = order.data;
				return { providerRef, expiresAt: now + pageAnswerMs, next: { kind: "redirect", url } };
			}
			const error = errorOf(answer);
			if (!error || answer.status === 401 || answer.status === 429 || answer.status >= 500)
				throw new Error(`Pesapal answered ${answer.status} ${error?.code ?? ""}`);
			logger.warn("payment_refused", { service: "pesapal", code: error.code });
			return { refused: "unknown" };
		},

		async parseWebhook(raw, _, now): Promise<Webhook> {
			const notice = noticeSchema.safeParse(readJson(raw));
			if (!notice.success) return { kind: "malformed" };
			const { OrderTrackingId: providerRef, OrderMerchantReference: reference, OrderNotificationType } = notice.data;
			if (OrderNotificationType !== "IPNCHANGE") return { kind: "ignored" };
			return {
				kind: "event",
				// All notices of an order look the same, also those of a failure and of a later success.
				dedupeKey: `${providerRef}:${Math.floor(now / (10 * SECOND))}`,
				...{ providerRef, attemptId: attemptIdOf(reference) },
				// A success, so that we ask again if Pesapal does not answer now.
				claim: { state: "succeeded" },
			};
		},

		acknowledge(raw) {
			const notice = noticeSchema.safeParse(readJson(raw));
			if (!notice.success) return {};
			const { OrderTrackingId, OrderMerchantReference, OrderNotificationType } = notice.data;
			return {
				orderNotificationType: OrderNotificationType,
				...{ orderTrackingId: OrderTrackingId, orderMerchantReference: OrderMerchantReference, status: 200 },
			};
		},

		async fetchStatus(providerRef) {
			const status = await fetchStatus(api, providerRef);
			return status ? outcomeOf(status) : { state: "pending" };
		},

		/** Page "Order Cancellation API": once, and only before it is paid. "status" is "200" or "500", whatever the HTTP status. */
		async withdraw(providerRef) {
			const answer = await api.post("/api/Transactions/CancelOrder", { order_tracking_id: providerRef });
			const { status } = cancellationSchema.parse(answer.body);
			if (status !== "200")
				logger.warn("payment_not_withdrawn", { service: "pesapal", providerId: providerRef, code: status });
			return status === "200";
		},

		/** Reads the list of notice addresses. It must have ours. */
		async probe() {
			const answer = await api.get("/api/URLSetup/GetIpnList");
			const addresses = z.array(z.object({ ipn_id: z.string() })).safeParse(answer.body);
			if (!addresses.success) throw new Error(`Pesapal answered ${answer.status} ${errorOf(answer)?.message ?? ""}`);
			if (!addresses.data.some(({ ipn_id }) => ipn_id === notificationId))
				throw new Error("PESAPAL_IPN_ID is not among the registered addresses");
		},
	};
}

/** Null before the customer has paid, which Pesapal reports as the error "payment_details_not_found". */
async function fetchStatus(api: PesapalApi, providerRef: string): Promise<Status | null> {
	const query = `orderTrackingId=${encodeURIComponent(providerRef)}`;
	const answer = await api.get(`/api/Transactions/GetTransactionStatus?${query}`);
	const error = errorOf(answer);
	if (error?.code === "payment_details_not_found") return null;
	if (error) throw new Error(`Pesapal does not know the status: ${error.code} ${error.message}`);
	return statusSchema.parse(answer.body);
}

function outcomeOf({ status_code, amount, currency, confirmation_code, description }: Status): Outcome {
	switch (status_code) {
		case completed: {
			const paidIn = z.enum(["KES", "USD"]).parse(currency);
			if (!confirmation_code) throw new Error("Pesapal reports a payment without its confirmation code");
			return { state: "succeeded", amount: Math.round(amount * 100), currency: paidIn, receipt: confirmation_code };
		}
		case failed:
			return { state: "failed", code: /insufficient/i.test(description ?? "") ? "insufficient_funds" : "declined" };
		case reversed:
			return { state: "failed", code: "unknown" };
		default:
			return { state: "pending" };
	}
}

/**
 * Refunds at Pesapal: one for each payment, approved by the merchant in the dashboard. The status shows only that a payment
 * was returned in full. Source: page "Refund Request".
 */
function createPesapalRefunds(api: PesapalApi): ProviderRefunds {
	async function isReversed(providerRef: string): Promise<RefundOutcome> {
		const status = await fetchStatus(api, providerRef);
		return { state: status?.status_code === reversed ? "succeeded" : "pending" };
	}

	return {
		// A payment by phone on Pesapal's page can only be refunded in full. Pesapal refuses a part of it.
		parts: { card: "once" },
		reportsResult: false,

		async made({ providerRef, amount }) {
			const status = await fetchStatus(api, providerRef);
			// Only a payment that was returned as a whole, or reversed by the bank, has this status.
			if (status?.status_code !== reversed) return [];
			return [{ reference: `reversed ${providerRef}`, refundId: null, amount, isTotal: true }];
		},

		async request({ providerRef, receipt, amount, refundId, reason }) {
			const code = receipt ?? (await fetchStatus(api, providerRef))?.confirmation_code;
			if (!code) return { state: "failed", reason: "Pesapal has no confirmation code of this payment" };
			const answer = await api.post("/api/Transactions/RefundRequest", {
				...{ confirmation_code: code, amount: (amount / 100).toFixed(2) },
				...{ username: refundId, remarks: reason },
			});
			const error = errorOf(answer);
			if (!error && answer.status < 300) return { state: "pending" };
			const message = error?.message || z.object({ message: z.string() }).safeParse(answer.body).data?.message;
			if (!message || answer.status >= 500) throw new Error(`Pesapal answered ${answer.status} to a refund`);
			// A payment has one refund, so the first request arrived and its answer was lost.
			if (/already|exist|duplicate|multiple/i.test(message)) return isReversed(providerRef);
			return { state: "failed", reason: message };
		},

		fetchStatus: ({ providerRef }) => isReversed(providerRef),
	};
}
