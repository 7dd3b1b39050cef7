import { MINUTE } from "~/lib/durations";
import { createId } from "~/lib/ids";
import type { Money } from "~/lib/money";
import { createCallbackToken } from "./callback-token";
import { nextCheckAt } from "./check-schedule";
import type { PaymentMethod } from "./payment-method";

/** What the customer pays with. */
export interface Source {
	readonly method: PaymentMethod;
	readonly phone: string | null;
	/** A saved card. Null if the card is typed on the provider's page. */
	readonly card: { readonly id: string } | null;
	readonly keepCard: boolean;
	readonly payRenewals: boolean;
}

export const defaultSource = { method: "card", phone: null, card: null, keepCard: false, payRenewals: false } as const;

/** How long an attempt is open, until the provider returns its own limit. */
const answerTimeMs: Readonly<Record<PaymentMethod, number>> = {
	mpesa: MINUTE,
	card: 15 * MINUTE,
	paypal: 15 * MINUTE,
	bank: 0,
	cash: 0,
};

interface AttemptInput {
	readonly userId: string;
	readonly invoiceId: string;
	readonly provider: string;
	readonly amount: Money;
	readonly source: Source;
	/** Whether someone with the pay link starts it. */
	readonly byLink?: boolean;
}

/** Builds the row of a new attempt. */
export function newAttempt({ userId, invoiceId, provider, amount, source, byLink = false }: AttemptInput, now: number) {
	const { method, phone, card, keepCard, payRenewals } = source;
	return {
		id: createId("pay", now),
		...{ invoiceId, userId, provider, method, ...amount, phone, keepCard, payRenewals, byLink },
		providerRef: null,
		callbackToken: createCallbackToken(),
		cardId: card?.id ?? null,
		state: "pending" as const,
		redirectUrl: null,
		nextCheckAt: nextCheckAt(now, 0) ?? now,
		expiresAt: now + answerTimeMs[method],
		createdAt: now,
	};
}
