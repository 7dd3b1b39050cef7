import { z } from "zod";
import { SECOND } from "~/lib/durations";
import { logger } from "~/lib/log.server";
import { readJson } from "~/lib/read-json";
import { acceptedMethods } from "../accepted-methods";
import type { Outcome, PaymentProvider, RefusedPayment, Webhook } from "../payment-provider";
import { mpesaCoolDown } from "../phone-cool-down";
import {
	createDaraja,
	type DarajaAnswer,
	type DarajaOptions,
	darajaTime,
	fromMsisdn,
	toMsisdn,
	toShillings,
} from "./daraja";
import type { Initiator } from "./daraja-result";
import { createMpesaDirect, type MpesaDirectOptions } from "./mpesa-direct";
import { createMpesaRefunds } from "./mpesa-refunds";
import { failureOf, isUndecided } from "./result-code";

export interface MpesaOptions extends DarajaOptions {
	/** The paybill, or the store number of a till. */
	readonly shortcode: string;
	/** The till that gets the money. Without it, the paybill. */
	readonly till?: string | undefined;
	readonly passkey: string;
	/** Takes payments to the paybill. Null if it is a till, or its addresses are not registered at Safaricom. */
	readonly paybill: Pick<MpesaDirectOptions, "callbackToken" | "previousCallbackToken"> | null;
	/** Confirms payments to the paybill at once, and reverses payments. */
	readonly initiator?: Initiator | undefined;
}

/** Safaricom withdraws the request from the phone after about a minute. */
const answerTimeMs = 75 * SECOND;

const acceptedSchema = z.object({ CheckoutRequestID: z.string().min(1), ResponseCode: z.coerce.string() });

/** A number on success, and a number or text otherwise. */
const resultCode = z.union([z.string(), z.number()]).transform(String);

const querySchema = z.object({
	CheckoutRequestID: z.string(),
	ResultCode: resultCode,
	ResultDesc: z.string().default(""),
});

/** `Value` is missing for some items, such as `Balance`. */
const callbackSchema = z.object({
	Body: z.object({
		stkCallback: z.object({
			CheckoutRequestID: z.string().min(1).max(100),
			ResultCode: resultCode,
			CallbackMetadata: z
				.object({
					Item: z.array(z.object({ Name: z.string(), Value: z.union([z.string(), z.number()]).optional() })),
				})
				.optional(),
		}),
	}),
});

/** M-Pesa through Safaricom's Daraja API: a request on the customer's phone. Amounts are whole shillings. */
export function createMpesaProvider(options: MpesaOptions): PaymentProvider {
	const { shortcode, till, passkey, paybill, initiator, clock } = options;
	const daraja = createDaraja(options);

	/** The fields that prove our right to use the shortcode. */
	function credentials() {
		const timestamp = darajaTime(clock());
		return {
			BusinessShortCode: shortcode,
			Password: btoa(`${shortcode}${passkey}${timestamp}`),
			Timestamp: timestamp,
		};
	}

	const query = (CheckoutRequestID: string) =>
		daraja.post("/mpesa/stkpushquery/v1/query", { ...credentials(), CheckoutRequestID });

	return {
		id: "mpesa",
		takes: acceptedMethods.mpesa,
		// Safaricom refuses addresses that contain "mpesa", "safaricom", "exe", "exec", "cmd", "sql" or "query".
		webhookName: "daraja",
		webhookProof: "address",
		asksAgain: true,
		phoneCoolDown: mpesaCoolDown,
		direct: paybill ? createMpesaDirect({ daraja, clock, shortcode, initiator, ...paybill }) : undefined,
		refunds: initiator && createMpesaRefunds({ daraja, shortcode, initiator }),

		async start({ invoiceNumber, amount, payer, webhookUrl }) {
			if (payer.phone === undefined) throw new TypeError("M-Pesa needs a phone number");
			const phone = toMsisdn(payer.phone);
			const answer = await daraja.post("/mpesa/stkpush/v1/processrequest", {
				...credentials(),
				TransactionType: till === undefined ? "CustomerPayBillOnline" : "CustomerBuyGoodsOnline",
				Amount: toShillings(amount),
				PartyA: phone,
				PartyB: till ?? shortcode,
				PhoneNumber: phone,
				CallBackURL: webhookUrl,
				// At most 12 and 13 characters.
				AccountReference: invoiceNumber.slice(0, 12),
				TransactionDesc: invoiceNumber.slice(0, 13),
			});
			if (answer.kind === "error") return refusal(answer);
			const { CheckoutRequestID: providerRef, ResponseCode } = acceptedSchema.parse(answer.body);
			if (ResponseCode !== "0") throw new Error(`Daraja answered a request with code ${ResponseCode}`);
			return { providerRef, expiresAt: clock() + answerTimeMs, next: { kind: "await_push" } };
		},

		async parseWebhook(raw): Promise<Webhook> {
			const parsed = callbackSchema.safeParse(readJson(raw));
			if (!parsed.success) return { kind: "malformed" };
			const { CheckoutRequestID: providerRef, ResultCode, CallbackMetadata } = parsed.data.Body.stkCallback;
			const items = new Map(CallbackMetadata?.Item.map(({ Name, Value }) => [Name, Value]));
			const claim: Outcome = ResultCode === "0" ? received(items) : { state: "failed", code: failureOf(ResultCode) };
			// A success is found by its reference when the status has no receipt.
			const dedupeKey = ResultCode === "0" ? providerRef : `${providerRef}:${ResultCode}`;
			return { kind: "event", dedupeKey, providerRef, claim };
		},

		async fetchStatus(providerRef) {
			const answer = await query(providerRef);
			if (answer.kind === "error") return outcomeOfError(answer);
			const { ResultCode, ResultDesc } = querySchema.parse(answer.body);
			// The answer has neither the amount nor the receipt.
			if (ResultCode === "0") return { state: "succeeded" };
			if (isUndecided(ResultCode, ResultDesc)) return { state: "pending" };
			return { state: "failed", code: failureOf(ResultCode) };
		},

		/** Asks for a request that does not exist. An error about it shows that token, shortcode and passkey are right. */
		async probe() {
			const answer = await query(`ws_CO_${darajaTime(clock())}000000000`);
			if (answer.kind === "error" && isMisconfigured(answer.message))
				throw new Error(`${answer.code} ${answer.message}`);
		},
	};
}

type DarajaError = Extract<DarajaAnswer, { kind: "error" }>;

const isMisconfigured = (message: string): boolean =>
	/wrong credentials|merchant does not exist|invalid access token|BusinessShortCode/i.test(message);

/** Daraja reports the error before it asks the phone, so nothing was sent. */
function refusal({ code, message }: DarajaError): RefusedPayment {
	logger.warn("payment_refused", { service: "mpesa", code });
	if (/lock subscriber/i.test(message)) return { refused: "phone_busy" };
	return { refused: ["500.003.02", "500.003.03"].includes(code) ? "provider_busy" : "unknown" };
}

/** The code 500.001.1001 has several meanings, and one is that the customer has not answered yet. */
function outcomeOfError({ code, message }: DarajaError): Outcome {
	if (!/being processed/i.test(message)) logger.warn("payment_status_unknown", { service: "mpesa", code });
	return { state: "pending" };
}

/** The money that a callback reports. */
function received(items: ReadonlyMap<string, string | number | undefined>): Outcome {
	const amount = Number(items.get("Amount"));
	const receipt = items.get("MpesaReceiptNumber");
	const phone = fromMsisdn(items.get("PhoneNumber"));
	return {
		state: "succeeded",
		currency: "KES",
		...(Number.isFinite(amount) && { amount: Math.round(amount * 100) }),
		...(receipt !== undefined && { receipt: String(receipt) }),
		...(phone !== null && { paidWith: { kind: "mpesa", phone } }),
	};
}
