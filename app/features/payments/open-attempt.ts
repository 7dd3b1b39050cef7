import type { PaymentMethod } from "./payment-method";

interface Attempt {
	readonly method: PaymentMethod;
	readonly phone: string | null;
	readonly cardId: string | null;
	readonly amount: number;
	/** Its page may show, and its card be saved for, only the one who started it. */
	readonly byLink: boolean;
}

/** Whether a new request repeats the open attempt: the button was pressed twice, or in two tabs. */
export const isSameAttempt = (open: Attempt, wanted: Attempt): boolean =>
	open.method === wanted.method &&
	open.phone === wanted.phone &&
	open.cardId === wanted.cardId &&
	open.amount === wanted.amount &&
	open.byLink === wanted.byLink;

type SentAttempt = Pick<Attempt, "method" | "cardId"> & {
	readonly providerRef: string | null;
	readonly redirectUrl: string | null;
};

/** Whether the customer has paid with PayPal, and the money has not arrived. It then has no page for the customer. */
export const isClearing = ({ method, providerRef, redirectUrl }: Omit<SentAttempt, "cardId">): boolean =>
	method === "paypal" && providerRef !== null && redirectUrl === null;

/**
 * Whether a new attempt may replace the open one. Not while a request is on the customer's phone, a bank is deciding or
 * money is on its way, because both could then be paid.
 */
export const isReplaceable = (open: SentAttempt): boolean =>
	open.redirectUrl !== null || (open.method !== "mpesa" && open.cardId === null && !isClearing(open));
