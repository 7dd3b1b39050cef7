import type { PaymentFailure } from "~/platform/payment/payment-provider";
import type { PaymentMethod } from "./payment-method";

/**
 * `review`: money that does not match what was asked for. Staff decide. `confirmation_needed`: the bank wants the
 * customer's word for a charge that nobody pressed.
 */
export type FailureCode = PaymentFailure | "review" | "confirmation_needed";

/** Why a renewal was not charged by itself. */
export function chargeFailureMessage(code: string | null, cardName: string | null): string {
	const card = cardName ?? "the card";
	switch (code as FailureCode | null) {
		case "timed_out":
			return `The bank of ${card} has not answered us. If it charges the card after all, we notice it.`;
		case "card_expired":
			return `${card} has expired. Nothing was charged.`;
		default:
			return failureMessage(code, "card", cardName);
	}
}

/** @param day when it is charged again, as shown; null when it is not. */
export const nextRetryMessage = (day: string | null): string =>
	day !== null ? `We try again on ${day}. You can also pay it now.` : "We do not try again: pay it now.";

/** What the customer reads, and what to do next. */
export function failureMessage(code: string | null, method: PaymentMethod, card: string | null = null): string {
	switch (code as FailureCode | null) {
		case "declined":
			return method === "mpesa"
				? "The request was declined on the phone. Nothing was charged."
				: `The bank declined ${card ?? "the card"}. Nothing was charged.`;
		case "timed_out":
			return "Nobody answered in time. Nothing was charged. If you approved it after all, we still notice it.";
		case "insufficient_funds":
			return "There was not enough money. Nothing was charged.";
		case "wrong_pin":
			return "The PIN was wrong. Nothing was charged.";
		case "over_limit":
			return "The amount is over the limit for this account. Nothing was charged.";
		case "unreachable":
			return "The phone could not be reached. Check that it is switched on, then try again.";
		case "card_expired":
			return "The card has expired. Nothing was charged.";
		case "confirmation_needed":
			return `The bank of ${card ?? "the card"} asks you to confirm each payment, so it was not charged by itself.`;
		case "review":
			return "The payment does not match this invoice. We are looking into it and will write to you: please don't pay again.";
		default:
			return "The payment did not go through. Nothing was charged.";
	}
}
