import { brand } from "~/brand";
import { taxLabel } from "~/features/catalog/settings";
import { domainIn } from "~/features/domains/domain-in";
import { toUnicode } from "~/features/domains/to-unicode";
import { fiscalText } from "~/features/fiscal/fiscal-text";
import { formatDay, type Locale } from "~/lib/dates";
import { divide, formatMoney, money } from "~/lib/money";
import type { Billing } from "./billing.server";
import type { InvoiceSheetText } from "./draw-invoice";
import { fiscalData } from "./invoice-data";

/** A stored credit note with its lines and its invoice. */
export type CreditNote = NonNullable<Awaited<ReturnType<Billing["creditNote"]>>>;

/** The texts of a credit note, for its PDF. */
export function creditNoteSheet(note: CreditNote, locale: Locale): InvoiceSheetText {
	const { number, invoice, currency, lines, net, tax, total, issuedAt, reason } = note;
	const text = (amount: number) => formatMoney(money(amount, currency), locale.language);
	return {
		title: `Credit note ${number}`,
		subtitle: `For invoice ${invoice.number}`,
		billedTo: invoice.billedTo,
		dates: [
			["Issued", formatDay(issuedAt, locale)],
			["Invoice", invoice.number],
			["Invoice issued", formatDay(invoice.issuedAt, locale)],
		],
		lines: lines.map(({ description, quantity, amount }) => ({
			domain: domainIn(description),
			description: toUnicode(description),
			ascii: description,
			quantity,
			unit: formatMoney(divide(money(amount, currency), quantity), locale.language),
			amount: text(amount),
		})),
		sums: [
			{ label: "Subtotal", text: text(net) },
			...(tax === 0 ? [] : [{ label: taxLabel(invoice.taxBasisPoints), text: text(tax) }]),
		],
		total: text(total),
		payments: [],
		toPay: null,
		notes: ["Reason:", reason],
		fiscal: fiscalOf(note, locale),
		stamp: null,
	};
}

/** A signed credit note also names the signed invoice. */
function fiscalOf({ fiscal, invoice }: CreditNote, locale: Locale): InvoiceSheetText["fiscal"] {
	const text = fiscalText(fiscal, locale);
	const original = fiscalText(invoice.fiscal, locale);
	if (text?.state !== "signed" || original?.state !== "signed") return text;
	const [, [, number] = ["", ""]] = original.facts;
	return { ...text, facts: [...text.facts, ["Corrects", number]] };
}

/** The credit note as JSON, attached to its PDF. Amounts in minor units, times ISO 8601 in UTC. */
export function creditNoteData({
	number,
	invoice,
	currency,
	lines,
	net,
	tax,
	total,
	issuedAt,
	reason,
	fiscal,
}: CreditNote) {
	return {
		...{ number, invoice: invoice.number, currency, reason },
		issuedAt: new Date(issuedAt).toISOString(),
		seller: { name: brand.legalName, taxPin: brand.taxPin },
		buyer: invoice.billedTo,
		lines: lines.map(({ description, quantity, amount }) => ({ description, quantity, amount })),
		...{ subtotal: net, tax, taxBasisPoints: invoice.taxBasisPoints, total },
		fiscal: fiscalData(fiscal),
	};
}
