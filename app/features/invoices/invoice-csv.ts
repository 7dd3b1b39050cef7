import { toCsv } from "~/lib/csv";
import { isoDay } from "~/lib/dates";
import type { Currency } from "~/lib/money";
import { chargedTotal, invoiceStatus, statusNames } from "./billing";
import type { InvoiceState } from "./invoice-state";

interface Row {
	readonly number: string;
	readonly state: InvoiceState;
	readonly currency: Currency;
	readonly subtotal: number;
	readonly discount: number;
	readonly tax: number;
	readonly shipping: number;
	readonly total: number;
	readonly creditUsed: number;
	readonly issuedAt: number;
	readonly dueAt: number;
	readonly paidAt: number | null;
}

const head = [
	"Number",
	"Status",
	"Issued",
	"Due",
	"Paid",
	"Currency",
	"Subtotal",
	"Discount",
	"Tax",
	"Shipping",
	"Rounding",
	"Total",
	"Paid from credit",
];

/** Invoices as CSV: ISO dates in the customer's time zone, amounts as plain decimals. */
export function invoiceCsv(invoices: readonly Row[], now: number, timezone: string): string {
	const day = (ms: number | null) => (ms === null ? "" : isoDay(ms, timezone));
	return toCsv(
		head,
		invoices.map((invoice) => [
			invoice.number,
			statusNames[invoiceStatus(invoice, now)],
			day(invoice.issuedAt),
			day(invoice.dueAt),
			day(invoice.paidAt),
			invoice.currency,
			...amountsOf(invoice).map(decimal),
		]),
	);
}

/** Add up to the total. */
function amountsOf(invoice: Row): number[] {
	const { subtotal, discount, tax, shipping, total, creditUsed } = invoice;
	const charged = chargedTotal(invoice).amount;
	// Without a negative zero.
	return [subtotal, 0 - discount, tax, shipping, 0 - (total - charged), charged, creditUsed];
}

/** A number, because `csvOf` would escape the text "-5.00" as a formula. */
const decimal = (minor: number): number => minor / 100;
