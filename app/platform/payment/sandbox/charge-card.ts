import { isCardExpired } from "~/lib/card-expiry";
import type { PaidWith, PaymentFailure } from "../payment-provider";
import type { SandboxCard, SandboxEntry } from "./sandbox-payments.repo.server";

/** What a card's bank says to a charge without the customer. */
export function bankAnswer(card: SandboxCard | undefined, now: number): SandboxEntry["state"] {
	if (!card || card.revokedAt !== null || isCardExpired(card, now)) return "declined";
	return ({ approves: "approved", declines: "declined", asks: "waiting" } as const)[card.bank];
}

/** Why it said no. */
export const failureCode = (card: SandboxCard | undefined, now: number): PaymentFailure =>
	card && isCardExpired(card, now) ? "card_expired" : "declined";

/** The same card has the same mark, whichever of its tokens is charged; no digit beyond the last four is in it. */
export function paidWithCard({ token, brand, last4, expMonth, expYear, revokedAt }: SandboxCard): PaidWith {
	const fingerprint = [brand, last4, expMonth, expYear].join("-");
	const authorization = revokedAt === null ? { token, fingerprint } : null;
	return { kind: "card", brand, last4, expMonth, expYear, authorization };
}
