import type { PaymentMethod } from "./payment-method";

interface Attempt {
	readonly method: PaymentMethod;
	readonly phone: string | null;
	readonly cardId: string | null;
	readonly amount: number;
}

/** Pressed twice, or in two tabs: the open attempt goes on. */
export const isSameAttempt = (open: Attempt, wanted: Attempt): boolean =>
	open.method === wanted.method &&
	open.phone === wanted.phone &&
	open.cardId === wanted.cardId &&
	open.amount === wanted.amount;

/**
 * An attempt that waits for the customer on a page may give way to another one; what a phone shows or a bank is about
 * to decide may not.
 */
export const isReplaceable = ({ method, cardId, redirectUrl }: Attempt & { readonly redirectUrl: string | null }) =>
	method === "card" && (cardId === null || redirectUrl !== null);
