import { href } from "react-router";
import { brand } from "~/brand";
import { taxLabel } from "~/features/catalog/settings";
import { type FiscalText, invoiceNoun } from "~/features/fiscal/fiscal-text";
import { roundingLabel } from "~/features/payments/payable";
import { methodNames, type PaymentMethod } from "~/features/payments/payment-method";
import { formatMoment } from "~/lib/dates";
import { formatMoney, isZero, type Money } from "~/lib/money";
import { type AmountLine, button, type EmailContent, text } from "../content";
import { greeting, type Recipient } from "../recipient";

export interface Receipt {
	readonly invoiceId: string;
	readonly invoiceNumber: string;
	/** From the payment provider, as on the customer's phone or bank statement. */
	readonly receiptNumber: string | null;
	readonly method: PaymentMethod | null;
	readonly paidAt: number;
	readonly lines: readonly { description: string; quantity: number; amount: Money }[];
	readonly subtotal: Money;
	readonly discount: Money;
	readonly tax: Money;
	/** Tax rate in hundredths of a percent. */
	readonly taxBasisPoints: number;
	readonly shipping: Money;
	/** Cents that the customer did not pay. */
	readonly rounding: Money;
	readonly total: Money;
	/** The part of the total that was paid from credit. */
	readonly creditUsed: Money;
	readonly nextSteps: readonly string[];
	/** Null if our invoices are not signed. */
	readonly fiscal: FiscalText | null;
}

/** Sent when an invoice is paid. */
export function receipt(to: Recipient, paid: Receipt, { appOrigin }: { appOrigin: string }): EmailContent {
	return {
		subject: `Receipt for invoice ${paid.invoiceNumber}: ${formatMoney(paid.total, to.language)}`,
		values: { invoice: paid.invoiceNumber, amount: formatMoney(paid.total, to.language) },
		preview: `Paid, thank you. ${paid.nextSteps[0] ?? ""}`.trim(),
		heading: "Paid, thank you",
		blocks: [
			text(greeting(to)),
			text(
				isZero(paid.total)
					? "There was nothing to pay. This is your receipt."
					: `Your invoice of ${formatMoney(paid.total, to.language)} is paid. This is your receipt.`,
			),
			{ kind: "facts", rows: facts(to, paid) },
			...(paid.fiscal?.state === "pending"
				? [
						text(
							to.isBilling
								? "KRA signs the tax invoice in a few minutes. Then the customer can download it."
								: "KRA signs your tax invoice in a few minutes. Then you can download it from the invoice page.",
						),
					]
				: []),
			{
				kind: "amounts",
				lines: paid.lines.map((line) => amountLine(line, to.language)),
				totals: totals(paid, to.language),
			},
			...(paid.nextSteps.length > 0
				? [{ kind: "steps" as const, title: "What happens next", items: paid.nextSteps }]
				: []),
			button("See the invoice", `${appOrigin}${href("/dashboard/invoices/:invoiceId", { invoiceId: paid.invoiceId })}`),
			text(`Questions about this payment? Write to ${brand.emails.support} and include the invoice number.`),
		],
	};
}

function facts(to: Recipient, paid: Receipt): (readonly [string, string])[] {
	return [
		[invoiceNoun(paid.fiscal), paid.invoiceNumber],
		...(paid.receiptNumber ? [["Receipt number", paid.receiptNumber] as const] : []),
		...(paid.method ? [["Paid with", methodNames[paid.method]] as const] : []),
		["Paid on", formatMoment(paid.paidAt, to)],
		...(paid.fiscal?.state === "signed" ? paid.fiscal.facts.slice(0, 2) : []),
	];
}

function amountLine({ description, quantity, amount }: Receipt["lines"][number], language: string): AmountLine {
	return { label: quantity > 1 ? `${description} × ${quantity}` : description, amount: formatMoney(amount, language) };
}

function totals(
	{ subtotal, discount, tax, taxBasisPoints, shipping, rounding, total, creditUsed }: Receipt,
	language: string,
): AmountLine[] {
	const optional = (label: string, money: Money): AmountLine[] =>
		isZero(money) ? [] : [{ label, amount: formatMoney(money, language) }];
	return [
		{ label: "Subtotal", amount: formatMoney(subtotal, language) },
		...optional("Discount", { ...discount, amount: -discount.amount }),
		...optional(taxLabel(taxBasisPoints), tax),
		...optional("Shipping", shipping),
		...optional(roundingLabel, { ...rounding, amount: -rounding.amount }),
		{ label: "Total", amount: formatMoney(total, language), strong: true },
		...optional("Paid from credit", { ...creditUsed, amount: -creditUsed.amount }),
	];
}
