import { payableAmount } from "~/features/payments/payable";
import { formatDay, type Locale } from "~/lib/dates";
import { type Currency, formatMoney, money } from "~/lib/money";
import { amountDue, chargedTotal, invoiceStatus, isPayable } from "./billing";
import type { InvoiceState } from "./invoice-state";

interface Row {
	id: string;
	number: string;
	state: InvoiceState;
	currency: Currency;
	total: number;
	creditUsed: number;
	issuedAt: number;
	dueAt: number;
	paidAt: number | null;
}

export type ListedInvoice = ReturnType<typeof toListedInvoice>;

/** The texts of an invoice for a list. @param refunded what was paid back, in minor units */
export function toListedInvoice(row: Row, now: number, locale: Locale, refunded = 0) {
	const status = invoiceStatus(row, now);
	return {
		id: row.id,
		number: row.number,
		status,
		payable: isPayable(status),
		issued: formatDay(row.issuedAt, locale),
		due: formatDay(row.dueAt, locale),
		paid: row.paidAt === null ? null : formatDay(row.paidAt, locale),
		total: formatMoney(chargedTotal(row), locale.language),
		/** The amount due, or null if the invoice can't be paid. */
		toPay: isPayable(status) ? formatMoney(payableAmount(amountDue(row)), locale.language) : null,
		creditUsed: row.creditUsed > 0,
		/** What was paid back. Null if nothing. */
		refunded: refunded > 0 ? formatMoney(money(refunded, row.currency), locale.language) : null,
	};
}
