import { z } from "zod";
import type { Clock } from "~/lib/clock";
import { MINUTE, SECOND } from "~/lib/durations";
import { equalInConstantTime, hmacSha512Hex } from "~/lib/hmac";
import { logger } from "~/lib/log.server";
import type { Currency } from "~/lib/money";
import { readJson } from "~/lib/read-json";
import { secretsFrom } from "~/lib/secrets";
import type { PaymentProvider, RefusedPayment, StartedPayment, StartPayment, Webhook } from "../payment-provider";
import { mpesaCoolDown } from "../phone-cool-down";
import {
	attemptIdOf,
	createPaystackApi,
	isDuplicate,
	numbered,
	type PaystackOptions,
	referenceOf,
} from "./paystack-api";
import { readNotice } from "./paystack-notices";
import { createPaystackRefunds } from "./paystack-refunds";
import { failureOf, outcomeOf, readCardToken, transactionSchema } from "./transaction";

export interface PaystackProviderOptions extends PaystackOptions {
	/** The currencies that Paystack has enabled for cards. */
	readonly currencies: readonly Currency[];
	readonly clock: Clock;
}

/** paystack.com/docs/payments/payment-channels, "Mobile money": the customer has 180 seconds. */
const phoneAnswerMs = 180 * SECOND;

/** Paystack's page has no time limit. After this time we open another one. */
const pageAnswerMs = 15 * MINUTE;

/** How often the page of one payment is opened after lost answers. */
const maxPages = 5;

const pageSchema = z.object({ authorization_url: z.url({ protocol: /^https$/ }) });

/** A charge's answer. `paused` and `open_url`: the bank wants the customer to confirm on a page. */
const chargeSchema = z.object({
	status: z.string().nullish(),
	message: z.string().nullish(),
	gateway_response: z.string().nullish(),
	paused: z.boolean().nullish(),
	authorization_url: z.url({ protocol: /^https$/ }).nullish(),
	url: z.url({ protocol: /^https$/ }).nullish(),
});

const eventSchema = z.object({ event: z.string(), data: z.unknown().optional() });

const balanceSchema = z.array(z.object({ currency: z.string() }));

/** Cards on Paystack's page, saved cards, and M-Pesa requests on the phone. */
export function createPaystackProvider(options: PaystackProviderOptions): PaymentProvider {
	const { secretKey, currencies, clock } = options;
	const api = createPaystackApi(options);

	/** Opens the page where the customer enters a card. */
	async function openPage({ attemptId, amount, currency, payer, ...payment }: StartPayment) {
		const metadata = JSON.stringify({ invoice: payment.invoiceNumber, cancel_action: payment.returnUrl });
		for (let attempt = 1; attempt <= maxPages; attempt += 1) {
			const reference = numbered(referenceOf(attemptId), attempt);
			const answer = await api.post("/transaction/initialize", {
				...{ email: payer.email, amount, currency, reference, metadata },
				callback_url: payment.returnUrl,
				channels: ["card"],
			});
			if (answer.kind === "answer") {
				const { authorization_url: url } = pageSchema.parse(answer.data);
				return started(reference, pageAnswerMs, { kind: "redirect", url });
			}
			// An earlier answer was lost, and with it the only address of its page, so no one can pay there.
			if (!isDuplicate(answer.message)) return refused("unknown");
		}
		throw new Error(`Paystack knows ${maxPages} references of payment ${attemptId}`);
	}

	/** Sends a request to the customer's phone. */
	async function askPhone({ attemptId, amount, currency, payer }: StartPayment) {
		if (payer.phone === undefined) throw new TypeError("M-Pesa needs a phone number");
		const reference = referenceOf(attemptId);
		const answer = await api.post("/charge", {
			...{ email: payer.email, amount, currency, reference },
			mobile_money: { phone: payer.phone, provider: "mpesa" },
		});
		const asked = started(reference, phoneAnswerMs, { kind: "await_push" });
		if (answer.kind === "refused") return isDuplicate(answer.message) ? asked : refused("unknown");
		const { status, message, gateway_response: reason } = chargeSchema.parse(answer.data);
		return status === "failed" ? refused(failureOf(message ?? reason)) : asked;
	}

	/** Charges a saved card. */
	async function chargeCard({ attemptId, amount, currency, returnUrl }: StartPayment, token: string) {
		const { code, email } = readCardToken(token);
		const reference = referenceOf(attemptId);
		const answer = await api.post("/transaction/charge_authorization", {
			...{ email, amount, currency, reference, authorization_code: code },
			callback_url: returnUrl,
		});
		const charged = started(reference, pageAnswerMs, { kind: "decided" });
		// The authorization may be deactivated. Paystack has one message for that and for a wrong email.
		if (answer.kind === "refused") return isDuplicate(answer.message) ? charged : refused("declined");
		const { status, message, gateway_response: reason, ...confirmation } = chargeSchema.parse(answer.data);
		const url = confirmation.authorization_url ?? confirmation.url;
		if (url && (confirmation.paused || status === "open_url"))
			return started(reference, pageAnswerMs, { kind: "redirect", url });
		// The bank wants a code that only Paystack's own form can take. The charge ends without it.
		if (status?.startsWith("send_")) return refused("confirmation_needed");
		return status === "failed" ? refused(failureOf(reason ?? message)) : charged;
	}

	const started = (providerRef: string, answerMs: number, next: StartedPayment["next"]): StartedPayment => ({
		...{ providerRef, next },
		expiresAt: clock() + answerMs,
	});

	return {
		id: "paystack",
		takes: { mpesa: ["KES"], card: currencies },
		webhookProof: "signature",
		phoneCoolDown: mpesaCoolDown,
		refunds: createPaystackRefunds(api),

		start(payment) {
			if (payment.cardToken !== undefined) return chargeCard(payment, payment.cardToken);
			return payment.method === "mpesa" ? askPhone(payment) : openPage(payment);
		},

		async parseWebhook(raw, headers, now): Promise<Webhook> {
			const signature = headers.get("x-paystack-signature") ?? "";
			const keys = secretsFrom(secretKey, options.previousSecretKey);
			if (!keys.some((key) => equalInConstantTime(signature, hmacSha512Hex(key, raw)))) return { kind: "unauthentic" };
			const message = eventSchema.safeParse(readJson(raw));
			if (!message.success) return { kind: "malformed" };
			const { event, data } = message.data;
			if (event !== "charge.success") return readNotice(event, data);
			const transaction = transactionSchema.safeParse(data);
			if (!transaction.success) return { kind: "malformed" };
			const { id, reference: providerRef } = transaction.data;
			return {
				...{ kind: "event", dedupeKey: `${event}:${id}`, providerRef, attemptId: attemptIdOf(providerRef) },
				claim: outcomeOf(transaction.data, now),
			};
		},

		async fetchStatus(providerRef) {
			const answer = await api.get(`/transaction/verify/${encodeURIComponent(providerRef)}`);
			if (answer.kind === "refused") throw new Error(`Paystack does not find the payment: ${answer.message}`);
			return outcomeOf(transactionSchema.parse(answer.data), clock());
		},

		async forgetCard(token) {
			const { code } = readCardToken(token);
			const answer = await api.post("/customer/authorization/deactivate", { authorization_code: code });
			if (answer.kind === "refused" && !/not found/i.test(answer.message))
				throw new Error(`Paystack keeps the card: ${answer.message}`);
		},

		async probe() {
			const answer = await api.get("/balance");
			if (answer.kind === "refused") throw new Error(answer.message);
			const held = balanceSchema.parse(answer.data).map(({ currency }) => currency);
			if (!held.includes("KES")) throw new Error(`Paystack account has no KES balance, only ${held.join(", ")}`);
		},
	};
}

function refused(failure: RefusedPayment["refused"]): RefusedPayment {
	logger.warn("payment_refused", { service: "paystack", reason: failure });
	return { refused: failure };
}
