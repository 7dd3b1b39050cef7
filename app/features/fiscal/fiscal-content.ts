import type { PaymentMethod } from "~/features/payments/payment-method";
import type { Currency } from "~/lib/money";
import { fail, ok, type Result } from "~/lib/result";
import type { FiscalDocument, PaidBy } from "~/platform/fiscal/fiscal-signer";
import type { createFiscalRepo, FiscalRow } from "./fiscal.repo.server";
import { converted, fiscalLines, returnedDelivery } from "./fiscal-lines";

type Source = Awaited<ReturnType<ReturnType<typeof createFiscalRepo>["source"]>>;

/** Shillings for a unit of each currency. Null if it is not known. */
export type ShillingRates = Readonly<Record<Currency, number | null>>;

/** The PIN of a person (A) or a company (P). Tax numbers of other countries are not sent. */
const kraPin = /^[AP]\d{9}[A-Z]$/;

const paidBy: Readonly<Record<PaymentMethod, PaidBy>> = {
	mpesa: "mobile_money",
	card: "card",
	paypal: "other",
	bank: "other",
	cash: "other",
};

/** What the tax authority gets of an invoice or a credit note. Fails if it can't be sent as it is. */
export function fiscalContent(
	{ creditNoteId, createdAt }: FiscalRow,
	{ invoice, lines, payments, note, noteLines, original }: Source,
	number: number,
	rates: ShillingRates,
): Result<FiscalDocument> {
	const rate = rates[invoice.currency];
	if (rate === null)
		return fail("conflict", `There is no rate from ${invoice.currency} to shillings. Set FISCAL_USD_RATE`);
	const { billedTo, taxBasisPoints } = invoice;
	const method = payments.find((payment) => payment.method !== null)?.method;
	const pin = billedTo.taxPin?.replace(/\s/g, "").toUpperCase() ?? "";
	const common = {
		number,
		buyer: { name: billedTo.company ?? billedTo.name, taxPin: kraPin.test(pin) ? pin : null },
		paidBy: method ? paidBy[method] : "other",
	} as const;
	if (creditNoteId === null) {
		const { subtotal, discount, tax, shipping } = invoice;
		const sold = fiscalLines({ lines, net: subtotal - discount, tax, taxBasisPoints, shipping });
		return ok({
			...{ ...common, kind: "invoice", reference: invoice.number, original: null },
			...{ at: invoice.paidAt ?? createdAt, lines: converted(sold, rate) },
		});
	}
	if (!note) throw new Error(`No credit note ${creditNoteId}`);
	const shipping = returnedDelivery(note.net, invoice);
	const parts = fiscalLines({ lines: noteLines, net: note.net - shipping, tax: note.tax, taxBasisPoints, shipping });
	// Its lines have the discount already, and their part of the delivery, which is a line here.
	const returned = parts.map((line) => ({ ...line, gross: line.net }));
	return ok({
		...{ ...common, kind: "credit_note", reference: note.number, original },
		...{ at: note.issuedAt, lines: converted(returned, rate) },
	});
}
