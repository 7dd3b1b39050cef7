import { formatDay, type Locale } from "~/lib/dates";
import { type Currency, formatMoney, money } from "~/lib/money";
import { amountDue, invoiceStanding, isPayable } from "./billing";
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

export type ListedInvoice = ReturnType<typeof listInvoice>;

/** An invoice as its list shows it. */
export function listInvoice(row: Row, now: number, locale: Locale) {
	const standing = invoiceStanding(row, now);
	return {
		id: row.id,
		number: row.number,
		standing,
		payable: isPayable(standing),
		issued: formatDay(row.issuedAt, locale),
		due: formatDay(row.dueAt, locale),
		paid: row.paidAt === null ? null : formatDay(row.paidAt, locale),
		total: formatMoney(money(row.total, row.currency), locale.language),
		/** Still to pay. */
		toPay: isPayable(standing) ? formatMoney(amountDue(row), locale.language) : null,
		creditUsed: row.creditUsed > 0,
	};
}
