import { payableAmount } from "~/features/payments/payable";
import { monthOf, monthsSoFar } from "~/lib/dates";
import { HOUR } from "~/lib/durations";
import { add, type Currency, type Money, money } from "~/lib/money";
import type { InvoiceState } from "./invoice-state";

/** The status that customers see. `overdue` is not stored, it follows from the due date. */
export type InvoiceStatus = InvoiceState | "overdue";

/** @param now ms. An open invoice is overdue after `dueAt`. */
export const invoiceStatus = ({ state, dueAt }: { state: InvoiceState; dueAt: number }, now: number): InvoiceStatus =>
	state === "open" && dueAt < now ? "overdue" : state;

interface InvoiceAmounts {
	/** Minor units, as `creditUsed`. */
	readonly total: number;
	readonly creditUsed: number;
	readonly currency: Currency;
}

/** The invoice's total less the credit that was used for it. */
export const amountDue = (invoice: InvoiceAmounts): Money =>
	money(invoice.total - invoice.creditUsed, invoice.currency);

/** What the customer pays in all, credit included: the total in whole shillings, rounded down. */
export const chargedTotal = (invoice: InvoiceAmounts): Money =>
	add(money(invoice.creditUsed, invoice.currency), payableAmount(amountDue(invoice)));

/**
 * How much of received money becomes credit: what is more than due, or all of it if it does not pay the invoice in full.
 * @param received minor units, in the currency of the invoice
 */
export function creditFrom(invoice: InvoiceAmounts & { readonly state: InvoiceState }, received: number): Money {
	const due = payableAmount(amountDue(invoice)).amount;
	const pays = invoice.state === "open" && received >= due ? due : 0;
	return money(received - pays, invoice.currency);
}

export const isPayable = (status: InvoiceStatus): boolean => status === "open" || status === "overdue";

export const statusNames: Readonly<Record<InvoiceStatus, string>> = {
	open: "Open",
	overdue: "Overdue",
	paid: "Paid",
	void: "Cancelled",
	refunded: "Refunded",
};

/** The "open" tab includes overdue invoices. */
export const invoiceTabs = [
	{ id: "all", label: "All" },
	{ id: "open", label: "Open" },
	{ id: "overdue", label: "Overdue" },
	{ id: "paid", label: "Paid" },
	{ id: "refunded", label: "Refunded" },
	{ id: "void", label: "Cancelled" },
] as const;

export type InvoiceTab = (typeof invoiceTabs)[number]["id"];

export const invoiceSorts = ["-issued", "issued", "-total", "total"] as const;
export type InvoiceSort = (typeof invoiceSorts)[number];

/** The amount invoiced in one hour. `hour`: hours since the epoch. `amount`: minor units. */
interface BilledHour {
	readonly hour: number;
	readonly currency: Currency;
	readonly amount: number;
}

/** Invoiced amounts by calendar month, January to the current one. */
export function billedByMonth(
	hours: readonly BilledHour[],
	currency: Currency,
	now: number,
	timezone: string,
): MonthlyTotal[] {
	const billed = new Map<string, number>();
	for (const { hour, amount, currency: of } of hours) {
		if (of !== currency) continue;
		const month = monthOf(hour * HOUR, timezone);
		billed.set(month, (billed.get(month) ?? 0) + amount);
	}
	return monthsSoFar(now, timezone).map((month) => ({ month, billed: money(billed.get(month) ?? 0, currency) }));
}

interface MonthlyTotal {
	readonly month: string;
	readonly billed: Money;
}
