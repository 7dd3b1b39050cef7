import { encodeHexLowerCase } from "@oslojs/encoding";
import { MINUTE } from "~/lib/durations";
import { createId } from "~/lib/ids";
import type { Money } from "~/lib/money";
import { nextCheckAt } from "./check-schedule";
import type { PaymentMethod } from "./payment-method";

/** Where the money is to come from. */
export interface Source {
	readonly method: PaymentMethod;
	readonly phone: string | null;
	/** A kept one; null for a card that is typed at the provider. */
	readonly card: { readonly id: string } | null;
	readonly keepCard: boolean;
	readonly payRenewals: boolean;
}

export const defaultSource = { method: "card", phone: null, card: null, keepCard: false, payRenewals: false } as const;

/** Until the provider says how long it really is. */
const answerTimeMs = { mpesa: MINUTE, card: 15 * MINUTE } as const;

interface AttemptInput {
	readonly userId: string;
	readonly invoiceId: string;
	readonly provider: string;
	readonly amount: Money;
	readonly source: Source;
}

/** The row of an attempt that is about to be made. */
export function newAttempt({ userId, invoiceId, provider, amount, source }: AttemptInput, now: number) {
	const { method, phone, card, keepCard, payRenewals } = source;
	return {
		id: createId("pay", now),
		...{ invoiceId, userId, provider, method, ...amount, phone, keepCard, payRenewals },
		providerRef: null,
		// Hex, since M-Pesa refuses addresses in which words such as "sql" or "exe" occur.
		callbackToken: encodeHexLowerCase(crypto.getRandomValues(new Uint8Array(32))),
		cardId: card?.id ?? null,
		state: "pending" as const,
		redirectUrl: null,
		nextCheckAt: nextCheckAt(now, 0) ?? now,
		expiresAt: now + answerTimeMs[method],
		createdAt: now,
	};
}
