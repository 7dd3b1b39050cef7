import type { RestoreQuote } from "~/features/domains/restore";
import { toUnicode } from "~/features/domains/to-unicode";
import { formatDay, type Locale } from "~/lib/dates";

interface RestoredDomain {
	/** ASCII form. */
	readonly name: string;
	readonly tld: string;
}

/** The order line of a restore. The fee and the renewal are one line, because the registrar does both or neither. */
export const restoreLine = ({ name, tld }: RestoredDomain, { fee, subtotal, currentExpiry }: RestoreQuote) => ({
	productId: "domain-restore",
	kind: "restore" as const,
	name,
	domain: name,
	planId: null,
	currentExpiry,
	quantity: 1,
	unitAmount: subtotal.amount,
	amount: subtotal.amount,
	details: { tld, years: 1, restoreFee: fee.amount, note: "With a renewal" },
});

/** The invoice lines of a restore: the redemption fee and the renewal. */
export function restoreInvoiceLines(
	{ name }: RestoredDomain,
	{ fee, renewal, expiresAt }: RestoreQuote,
	reader: Locale,
) {
	const shown = toUnicode(name);
	const line = (description: string, amount: number) => ({ description, quantity: 1, unitAmount: amount, amount });
	return [
		line(`Redemption fee of ${shown}`, fee.amount),
		line(`Renewal of ${shown}, 1 year, until ${formatDay(expiresAt, reader)}`, renewal.amount),
	];
}
