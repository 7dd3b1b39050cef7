import { isCardExpired } from "~/lib/card-expiry";
import type { PaidWith, PaymentFailure } from "../payment-provider";
import type { SandboxCard, SandboxEntry } from "./sandbox-payments.repo.server";

/** The bank's answer to a charge without the customer. `now` in ms. */
export function bankAnswer(card: SandboxCard | undefined, now: number): SandboxEntry["state"] {
	if (!card || card.revokedAt !== null || isCardExpired(card, now)) return "declined";
	return ({ approves: "approved", declines: "declined", asks: "waiting" } as const)[card.bank];
}

/** Why the bank declined. */
export const failureCode = (card: SandboxCard | undefined, now: number): PaymentFailure =>
	card && isCardExpired(card, now) ? "card_expired" : "declined";

/** The fingerprint is the same for all tokens of a card, and has no digits except the last four. */
export function paidWithCard({ token, brand, last4, expMonth, expYear, revokedAt }: SandboxCard): PaidWith {
	const fingerprint = [brand, last4, expMonth, expYear].join("-");
	const authorization = revokedAt === null ? { token, fingerprint } : null;
	return { kind: "card", brand, last4, expMonth, expYear, authorization };
}
