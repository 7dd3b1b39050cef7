import { type Money, money } from "~/lib/money";
import type { PaymentMethod } from "./payment-method";

/** M-Pesa's limit for one transaction: Ksh 250,000, in cents. */
const mpesaLimit = 25_000_000;

/** M-Pesa takes Kenyan shillings only, from one shilling up to its limit. */
export const methodsFor = (total: Money): PaymentMethod[] =>
	total.currency === "KES" && payableAmount(total, "mpesa").amount <= mpesaLimit && total.amount >= 100
		? ["mpesa", "card"]
		: ["card"];

/** The amount to request. M-Pesa takes whole shillings, so it is rounded down, in the customer's favour. */
export function payableAmount(total: Money, method: PaymentMethod): Money {
	return method === "mpesa" ? money(Math.floor(total.amount / 100) * 100, total.currency) : total;
}

/**
 * The credit that pays an invoice in full. Shillings are rounded down, because credit often comes from M-Pesa, and no
 * card can pay a remainder of less than a shilling.
 */
export const dueFromCredit = (due: Money): Money => payableAmount(due, due.currency === "KES" ? "mpesa" : "card");
