import { brand } from "~/brand";
import { type Invoice, roundingOf } from "./invoice-document";

/** What the tax authority signed. Null if it did not. */
export const fiscalData = (fiscal: Invoice["fiscal"]) =>
	fiscal?.state === "signed" && fiscal.signedAt !== null
		? {
				...{ controlUnit: fiscal.controlUnit, receiptNumber: fiscal.receiptNumber, url: fiscal.url },
				...{ signature: fiscal.signature, internalData: fiscal.internalData },
				signedAt: new Date(fiscal.signedAt).toISOString(),
			}
		: null;

/**
 * The invoice as JSON, attached to its PDF. Amounts are whole minor units of the currency (cents), times are
 * ISO 8601 in UTC, tax is in hundredths of a percent.
 */
export function invoiceData(invoice: Invoice) {
	const rounding = roundingOf(invoice);
	const time = (at: number | null) => (at === null ? null : new Date(at).toISOString());
	return {
		number: invoice.number,
		state: invoice.state,
		currency: invoice.currency,
		issuedAt: time(invoice.issuedAt),
		dueAt: time(invoice.dueAt),
		paidAt: time(invoice.paidAt),
		seller: { name: brand.legalName, taxPin: brand.taxPin },
		buyer: invoice.billedTo,
		lines: invoice.lines.map(({ description, quantity, unitAmount, amount }) => ({
			...{ description, quantity, unitAmount, amount },
		})),
		subtotal: invoice.subtotal,
		discount: invoice.discount,
		tax: invoice.tax,
		taxBasisPoints: invoice.taxBasisPoints,
		shipping: invoice.shipping,
		rounding: 0 - rounding,
		total: invoice.total - rounding,
		payments: invoice.payments.map(({ receipt, amount, paidAt, method }) => ({
			...{ receipt, amount, method },
			paidAt: time(paidAt),
		})),
		creditNotes: invoice.creditNotes.map(({ number, total, tax, issuedAt }) => ({
			...{ number, total, tax },
			issuedAt: time(issuedAt),
		})),
		fiscal: fiscalData(invoice.fiscal),
	};
}
