import { type Currency, formatMoney } from "~/lib/money";
import { restoreFee, soldExtensions } from "./domain-prices";

/** "Ksh 12,900", or "Ksh 9,900 to Ksh 12,900" if the extensions differ. */
export function restoreFeeText(currency: Currency = "KES"): string {
	const fees = soldExtensions().flatMap((tld) => restoreFee(tld, currency) ?? []);
	const [first, ...others] = fees;
	if (!first) return "a fee that we tell you";
	const least = others.reduce((one, other) => (other.amount < one.amount ? other : one), first);
	const most = others.reduce((one, other) => (other.amount > one.amount ? other : one), first);
	return most.amount === least.amount ? formatMoney(least) : `${formatMoney(least)} to ${formatMoney(most)}`;
}
