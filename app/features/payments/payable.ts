import { type Money, money } from "~/lib/money";
import type { PaymentMethod } from "./payment-method";

/** The most that M-Pesa moves in one transaction: Ksh 250,000. */
const mpesaLimit = 25_000_000;

/** Dollars go by card: M-Pesa holds shillings. */
export const methodsFor = (total: Money): PaymentMethod[] =>
	total.currency === "KES" && payableAmount(total, "mpesa").amount <= mpesaLimit && total.amount >= 100
		? ["mpesa", "card"]
		: ["card"];

/** What is asked for: M-Pesa takes whole shillings, so cents are let go, in the customer's favour. */
export function payableAmount(total: Money, method: PaymentMethod): Money {
	return method === "mpesa" ? money(Math.floor(total.amount / 100) * 100, total.currency) : total;
}

/**
 * What credit has to cover. Of shillings the whole ones, as by M-Pesa, which credit often came by: less than a shilling
 * could be paid by card only, and no bank takes that.
 */
export const dueFromCredit = (due: Money): Money => payableAmount(due, due.currency === "KES" ? "mpesa" : "card");
