import { type Money, money } from "~/lib/money";
import type { PaymentMethod } from "./payment-method";

/** M-Pesa's limit for one transaction: Ksh 250,000, in cents. */
const mpesaLimit = 25_000_000;

/** Whether M-Pesa takes the amount: from one shilling up to its limit. */
const isMpesaAmount = (total: Money): boolean =>
	total.currency === "KES" && total.amount >= 100 && payableAmount(total).amount <= mpesaLimit;

/** The methods that can pay the amount. @param accepted the methods that our providers take in its currency */
export const methodsFor = (total: Money, accepted: readonly PaymentMethod[]): PaymentMethod[] =>
	accepted.filter((method) => method !== "mpesa" || isMpesaAmount(total));

/** Why a sum in shillings is rounded. */
export const roundingLabel = "Rounded down for M-Pesa";

/**
 * What a customer pays for an amount due, the same with every method and from credit, and shown from the cart to the
 * receipt. M-Pesa takes whole shillings, so shillings are rounded down, in the customer's favour.
 */
export const payableAmount = ({ amount, currency }: Money): Money =>
	money(currency === "KES" ? Math.floor(amount / 100) * 100 : amount, currency);
