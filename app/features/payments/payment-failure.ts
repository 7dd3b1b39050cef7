import { formatMoment, kenya } from "~/lib/dates";
import { localMobile } from "~/lib/kenyan-mobile";
import type { PaymentFailure } from "~/platform/payment/payment-provider";
import type { PaymentMethod } from "./payment-method";
import type { PaymentState } from "./payment-state";

/** `review`: the received money does not match the payment, so staff decide. */
export type FailureCode = PaymentFailure | "review";

/** Message for a failed automatic renewal charge. */
export function chargeFailureMessage(code: string | null, cardName: string | null): string {
	const card = cardName ?? "the card";
	switch (code as FailureCode | null) {
		case "timed_out":
			return `The bank of ${card} did not answer. If it charges the card later, we mark the invoice as paid.`;
		case "card_expired":
			return `${card} has expired. Nothing was charged.`;
		default:
			return failureMessage(code, "card", cardName);
	}
}

/** @param day the formatted day of the next charge, or null if there is none */
export const nextRetryMessage = (day: string | null): string =>
	day !== null ? `We will try again on ${day}. You can also pay it now.` : "We will not try again. Please pay it now.";

/** Message for a payment that the customer started. */
export function failureMessage(code: string | null, method: PaymentMethod, card: string | null = null): string {
	switch (code as FailureCode | null) {
		case "declined":
			return declined(method, card);
		case "timed_out":
			if (method === "paypal") return "The payment was not finished on PayPal's page in time. Nothing was charged.";
			return "The request was not approved in time. Nothing was charged. If you did approve it, we will mark the invoice as paid.";
		case "insufficient_funds":
			return "There was not enough money in the account. Nothing was charged.";
		case "wrong_pin":
			return "The PIN was wrong. Nothing was charged.";
		case "over_limit":
			return "The amount is over the limit for this account. Nothing was charged.";
		case "unreachable":
			return "The phone could not be reached. Check that it is switched on, then try again.";
		case "card_expired":
			return "The card has expired. Nothing was charged.";
		case "phone_busy":
			return "Another M-Pesa request is open on this phone. Answer it, wait a minute, then try again. Nothing was charged.";
		case "too_soon":
			return "M-Pesa takes the same amount from a number only once in two minutes. Wait, then try again. Nothing was charged.";
		case "pin_locked":
			return "The M-Pesa PIN of this phone is blocked. Call Safaricom on 100 to unblock it, or pay another way. Nothing was charged.";
		case "provider_busy":
			return "The payment service is busy. Wait a minute, then try again. Nothing was charged.";
		case "confirmation_needed":
			return `The bank of ${card ?? "the card"} asks you to confirm each payment, so we could not charge it automatically.`;
		case "review":
			return "The payment does not match this invoice. We are looking into it and will email you. Please don't pay again.";
		default:
			return "The payment did not go through. Nothing was charged.";
	}
}

/** "24 Nov 2026, 18:00 EAT". Prompts follow the clock in Kenya. */
export const promptMoment = (at: number): string => `${formatMoment(at, kenya)} EAT`;

/** Times in ms. */
interface Prompt {
	readonly phone: string | null;
	readonly state: PaymentState;
	readonly failureCode: string | null;
	readonly createdAt: number;
	readonly expiresAt: number;
}

/** Whether the customer can still approve the prompt. */
export const isAwaitingAnswer = ({ state, expiresAt }: Prompt, now: number): boolean =>
	state === "pending" && expiresAt > now;

/** What became of an M-Pesa prompt that the schedule sent. */
export function describePrompt(prompt: Prompt, now: number): string {
	const { phone, state, failureCode, createdAt } = prompt;
	const sent = `We sent an M‑Pesa prompt to ${localMobile(phone ?? "")} on ${promptMoment(createdAt)}.`;
	if (state === "succeeded") return `${sent} It was paid.`;
	if (isAwaitingAnswer(prompt, now)) return `${sent} Approve it with your PIN.`;
	return `${sent} ${failureMessage(state === "pending" ? "timed_out" : failureCode, "mpesa")}`;
}

function declined(method: PaymentMethod, card: string | null): string {
	switch (method) {
		case "mpesa":
			return "The request was declined on the phone. Nothing was charged.";
		case "paypal":
			return "PayPal could not charge the card or bank account that you chose. Nothing was charged. You can choose another one on PayPal's page.";
		default:
			return `The bank declined ${card ?? "the card"}. Nothing was charged.`;
	}
}
