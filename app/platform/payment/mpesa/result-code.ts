import type { PaymentFailure } from "../payment-provider";

/**
 * Why M-Pesa did not take a payment, by result code. The same code comes as a number in callbacks and as text in answers
 * to queries, and some codes are words. Source: developer.safaricom.co.ke/apis/MpesaExpressSimulate, "Result codes".
 */
const failures: Readonly<Record<string, PaymentFailure>> = {
	"1": "insufficient_funds",
	"2": "over_limit",
	"3": "over_limit",
	"4": "over_limit",
	"8": "over_limit",
	"17": "too_soon",
	"1001": "phone_busy",
	"1019": "timed_out",
	"1032": "declined",
	"1037": "unreachable",
	"2001": "wrong_pin",
	"8006": "pin_locked",
};

/** A code that is not listed may still turn into a success, so the payment is checked again. */
export const failureOf = (resultCode: string): PaymentFailure => failures[resultCode] ?? "unknown";

/** Whether M-Pesa has not decided yet. Not documented, but seen in answers with HTTP 200. */
export const isUndecided = (resultCode: string, description: string): boolean =>
	resultCode === "4999" || /process(ed|ing)$/i.test(description.replace(/\W+$/, ""));
