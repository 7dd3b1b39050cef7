import type { PaymentMethod } from "./payment-method";

interface Attempt {
	readonly method: PaymentMethod;
	readonly phone: string | null;
	readonly cardId: string | null;
	readonly amount: number;
}

/** Whether a new request repeats the open attempt: the button was pressed twice, or in two tabs. */
export const isSameAttempt = (open: Attempt, wanted: Attempt): boolean =>
	open.method === wanted.method &&
	open.phone === wanted.phone &&
	open.cardId === wanted.cardId &&
	open.amount === wanted.amount;

/**
 * Whether a new attempt may replace the open one. Not while a request is on the customer's phone or a bank is deciding,
 * because both could then be paid.
 */
export const isReplaceable = ({ method, cardId, redirectUrl }: Attempt & { readonly redirectUrl: string | null }) =>
	method === "card" && (cardId === null || redirectUrl !== null);
