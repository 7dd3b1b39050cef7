import type { FiscalLine } from "~/platform/fiscal/fiscal-signer";

/** Amounts in minor units. */
interface Invoiced {
	readonly lines: readonly { readonly description: string; readonly quantity: number; readonly amount: number }[];
	/** The sum of all lines, less the discount. */
	readonly net: number;
	readonly tax: number;
	readonly taxBasisPoints: number;
	/** Without tax. */
	readonly shipping: number;
}

/**
 * The lines for the tax authority, which add up to the invoice's net amount, tax and total. Lines with a negative amount,
 * such as a free first year, are discounts of the others, because the tax authority takes no negative lines.
 */
export function fiscalLines({ lines, net, tax, taxBasisPoints, shipping }: Invoiced): FiscalLine[] {
	const sold = lines.filter(({ amount }) => amount > 0);
	const gross = sold.reduce((sum, { amount }) => sum + amount, 0);
	let before = 0;
	const shared = sold.map(({ description, quantity, amount }) => {
		const from = before;
		before += amount;
		const part = (sum: number) => shareUpTo(sum, before, gross) - shareUpTo(sum, from, gross);
		return { description, quantity, gross: amount, net: part(net), tax: part(tax), taxBasisPoints };
	});
	if (shipping <= 0) return shared;
	const delivery = { description: "Delivery", quantity: 1, gross: shipping, net: shipping };
	return [...shared, { ...delivery, tax: 0, taxBasisPoints: 0 }];
}

/** The part of a credit note's net amount that is for delivery, which has no tax: as large as on its invoice. */
export function returnedDelivery(
	net: number,
	{ subtotal, discount, shipping }: Record<"subtotal" | "discount" | "shipping", number>,
): number {
	return Math.round((net * shipping) / Math.max(1, subtotal - discount + shipping));
}

const shareUpTo = (sum: number, part: number, whole: number): number =>
	Number((BigInt(sum) * BigInt(part)) / BigInt(whole));

/** In Kenyan cents. The document's sums are those of its converted lines. @param rate shillings for a unit of the currency */
export const converted = (lines: readonly FiscalLine[], rate: number): FiscalLine[] =>
	lines.map(({ gross, net, tax, ...line }) => ({
		...line,
		...{ gross: Math.round(gross * rate), net: Math.round(net * rate), tax: Math.round(tax * rate) },
	}));
