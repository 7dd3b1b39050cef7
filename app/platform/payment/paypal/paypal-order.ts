import { z } from "zod";
import { logger } from "~/lib/log.server";
import type { Outcome, PaymentFailure } from "../payment-provider";
import { amountSchema, type PayPalError } from "./paypal-api";

const captureSchema = z.object({
	id: z.string().min(1).max(100),
	status: z.enum(["COMPLETED", "DECLINED", "PARTIALLY_REFUNDED", "PENDING", "REFUNDED", "FAILED"]),
	/** Why it is pending: an eCheck, a review, or a currency that the account does not hold. */
	status_details: z.object({ reason: z.string().optional() }).optional(),
	amount: amountSchema,
});

export const orderSchema = z.object({
	id: z.string().min(1).max(100),
	status: z.enum(["CREATED", "SAVED", "APPROVED", "VOIDED", "COMPLETED", "PAYER_ACTION_REQUIRED"]),
	update_time: z.string().optional(),
	links: z.array(z.object({ rel: z.string(), href: z.url() })).default([]),
	purchase_units: z
		.array(z.object({ payments: z.object({ captures: z.array(captureSchema).default([]) }).optional() }))
		.default([]),
});

type Order = z.output<typeof orderSchema>;
type Capture = z.output<typeof captureSchema>;

/** @throws if the answer can't be read, so that the payment stays pending */
export function outcomeOf({ id, status, update_time, purchase_units }: Order): Outcome {
	const captures = purchase_units.flatMap(({ payments }) => payments?.captures ?? []);
	// A capture that was declined may be followed by one that was not.
	const capture = captures.find((one) => !["DECLINED", "FAILED"].includes(one.status)) ?? captures.at(-1);
	if (capture) return outcomeOfCapture(capture);
	switch (status) {
		case "APPROVED":
			return { state: "pending", step: "approved", approval: `${id}-${update_time ?? ""}` };
		case "COMPLETED":
			throw new Error(`PayPal's order ${id} is complete, but has no capture`);
		case "VOIDED":
			return { state: "failed", code: "unknown" };
		default:
			return { state: "pending" };
	}
}

function outcomeOfCapture({ id: receipt, status, status_details, amount }: Capture): Outcome {
	switch (status) {
		case "COMPLETED":
		// Refunded by staff at PayPal. The customer has paid.
		case "PARTIALLY_REFUNDED":
			return { state: "succeeded", ...amount, receipt };
		case "PENDING":
			logger.warn("payment_pending", { service: "paypal", providerId: receipt, code: status_details?.reason ?? null });
			return { state: "pending", step: "clearing" };
		case "REFUNDED":
			return { state: "failed", code: "unknown" };
		default:
			return { state: "failed", code: "declined" };
	}
}

/** PayPal or the bank did not give the money. Another order may succeed. */
const declined = [
	"COMPLIANCE_VIOLATION",
	"INSTRUMENT_DECLINED",
	"MAX_NUMBER_OF_PAYMENT_ATTEMPTS_EXCEEDED",
	"PAYER_ACCOUNT_LOCKED_OR_CLOSED",
	"PAYER_ACCOUNT_RESTRICTED",
	"PAYER_CANNOT_PAY",
	"REDIRECT_PAYER_FOR_ALTERNATE_FUNDING",
	"TRANSACTION_REFUSED",
];

const overLimit = ["TRANSACTION_LIMIT_EXCEEDED", "TRANSACTION_RECEIVING_LIMIT_EXCEEDED"];

/** The customer has to approve the order again, or PayPal is working on it. */
const undecided = ["ORDER_COMPLETION_IN_PROGRESS", "ORDER_NOT_APPROVED", "PAYER_ACTION_REQUIRED"];

/** What a refused capture means. Null if PayPal has captured the order before. */
export function outcomeOfRefusal({ status, issue, message }: PayPalError): Outcome | null {
	if (issue === "ORDER_ALREADY_CAPTURED") return null;
	logger.warn("payment_refused", { service: "paypal", operation: "capture", status, code: issue });
	if (undecided.includes(issue)) return { state: "pending" };
	// Only a 422 says that PayPal has judged the order.
	if (status !== 422) throw new Error(`PayPal refused a capture: ${message}`);
	return { state: "failed", code: failureOf(issue) };
}

function failureOf(issue: string): PaymentFailure {
	if (overLimit.includes(issue)) return "over_limit";
	return declined.includes(issue) ? "declined" : "unknown";
}
