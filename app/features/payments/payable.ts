import { type Currency, formatMoney, isZero, type Money, money, subtract } from "~/lib/money";
import type { PaymentMethod } from "./payment-method";

/** M-Pesa's limit for one transaction: Ksh 250,000, in cents. */
const mpesaLimit = 25_000_000;

/** Whether our providers take M-Pesa in a currency. */
export type MpesaOffer = "taken" | "shillings_only" | "none";

/** Whether M-Pesa takes the amount: from one shilling up to its limit. */
const isMpesaAmount = (total: Money): boolean =>
	total.currency === "KES" && total.amount >= 100 && payableAmount(total).amount <= mpesaLimit;

/** The methods that can pay the amount. @param accepted the methods that our providers take in its currency */
export const methodsFor = (total: Money, accepted: readonly PaymentMethod[]): PaymentMethod[] =>
	accepted.filter((method) => method !== "mpesa" || isMpesaAmount(total));

/**
 * Why M-Pesa, which most customers look for first, can't pay the amount. Null if it can, or if the shop does not offer it.
 * @param left what the customer's credit leaves to pay
 * @param mpesa whether our providers take it in the amount's currency, or in shillings only
 */
export function whyNoMpesa(total: Money, left: Money, mpesa: MpesaOffer): string | null {
	if (mpesa === "none" || isZero(left)) return null;
	if (total.currency !== "KES")
		return mpesa === "shillings_only"
			? "M‑Pesa pays only invoices in Kenyan shillings. This one is in US dollars."
			: null;
	const isAbove = (sum: Money) => payableAmount(sum).amount > mpesaLimit;
	if (!isAbove(total)) return null;
	const limit = `M‑Pesa takes up to ${formatMoney(money(mpesaLimit, "KES"))} at once`;
	return isAbove(left) ? `${limit}, so it can't pay this invoice.` : `${limit}. Use your credit first to pay with it.`;
}

/** Why a sum in shillings is rounded. */
export const roundingLabel = "Rounded down for M-Pesa";

/**
 * What a customer pays for an amount due, the same with every method and from credit, and shown from the cart to the
 * receipt. M-Pesa takes whole shillings, so shillings are rounded down, in the customer's favour.
 */
export const payableAmount = ({ amount, currency }: Money): Money =>
	money(currency === "KES" ? Math.floor(amount / 100) * 100 : amount, currency);

/** What a customer's credit does for an amount due. */
export interface CreditUse {
	readonly pays: Money;
	/** Left to pay in another way. */
	readonly left: Money;
	/** The credit that stays. */
	readonly kept: Money;
}

/** Null if the credit pays nothing. @param held the credit in the currency of the amount, in minor units */
export function creditUse(due: Money, held: number): CreditUse | null {
	const toPay = payableAmount(due);
	const pays = payableAmount(money(Math.min(held, toPay.amount), due.currency));
	if (isZero(pays)) return null;
	return { pays, left: subtract(toPay, pays), kept: money(held - pays.amount, due.currency) };
}

/** The credit in a currency, in minor units. */
export const heldIn = (
	credits: readonly { readonly amount: number; readonly currency: Currency }[],
	currency: Currency,
): number => credits.find((credit) => credit.currency === currency)?.amount ?? 0;
