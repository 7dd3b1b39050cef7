import { type Currency, formatMoney } from "~/lib/money";
import { restoreFee, soldExtensions } from "./domain-prices";

/** "Ksh 12,900", or "Ksh 9,900 to Ksh 12,900" if the extensions differ. */
export function restoreFeeText(currency: Currency = "KES"): string {
	const fees = soldExtensions().flatMap((tld) => restoreFee(tld, currency) ?? []);
	const [least, ...others] = fees.toSorted((a, b) => a.amount - b.amount);
	if (!least) return "a fee that we tell you";
	const most = others.at(-1) ?? least;
	return most.amount === least.amount ? formatMoney(least) : `${formatMoney(least)} to ${formatMoney(most)}`;
}
