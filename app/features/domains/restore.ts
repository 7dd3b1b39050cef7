import { totals } from "~/features/cart/totals";
import { currentCatalog } from "~/features/catalog/current";
import { renewalPrice, restoreFee } from "~/features/catalog/domain-prices";
import { priceIn, toPrices } from "~/features/catalog/prices";
import { addYears } from "~/lib/add-years";
import type { Currency, Money } from "~/lib/money";
import { fail, ok, type Result } from "~/lib/result";
import { isKenyan, restorableUntil } from "./lifecycle";
import type { RegisteredDomain } from "./renewal";
import { toUnicode } from "./to-unicode";

/** The price of restoring a domain from redemption. A restore always adds a year, because registries require it. */
export interface RestoreQuote {
	/** Without tax, as is `renewal`. */
	readonly fee: Money;
	/** Of one year. */
	readonly renewal: Money;
	readonly subtotal: Money;
	readonly tax: Money;
	/** In hundredths of a percent. */
	readonly taxBasisPoints: number;
	readonly total: Money;
	/** The total in whole shillings. */
	readonly toPay: Money;
	/** The expiry that the restore extends, and the new one (ms). */
	readonly currentExpiry: number;
	readonly expiresAt: number;
	/** Until when it can be restored (ms). */
	readonly until: number;
}

/**
 * The cost of restoring a domain now, or why it can't be restored without our staff.
 * @param yearly the registry's own price of a year, for a premium name
 */
export function quoteRestore(
	{ name, tld, status, expiresAt }: RegisteredDomain,
	{ currency, yearly }: { readonly currency: Currency; readonly yearly?: Money | undefined },
	now: number,
): Result<RestoreQuote> {
	if (status !== "redemption" || expiresAt === null) return refuse(`${toUnicode(name)} is not in redemption.`);
	const fee = restoreFee(tld, currency);
	if (fee === null) return refuse(withoutPrice(toUnicode(name), tld));
	const until = restorableUntil({ tld, expiresAt });
	if (now >= until)
		return refuse(
			`${toUnicode(name)} can no longer be restored, because its registry is deleting it. After that, anyone can register it.`,
		);
	const renewal = yearly ? priceIn(toPrices(yearly), currency) : renewalPrice(tld, currency);
	const sums = totals([{ amount: fee }, { amount: renewal }], currentCatalog().rules, null, currency);
	const { subtotal, tax, taxBasisPoints, total, toPay } = sums;
	return ok({
		...{ fee, renewal, subtotal, tax, taxBasisPoints, total, toPay },
		...{ currentExpiry: expiresAt, expiresAt: addYears(expiresAt, 1), until },
	});
}

const withoutPrice = (name: string, tld: string): string =>
	isKenyan(tld)
		? `Names under .${tld} have no redemption period, and the registry is about to delete ${name}. Contact us as soon as you can. We'll ask the registry whether it can still be renewed, and what that costs.`
		: `Each country has its own rules for names that were not renewed, and we have no fixed price under .${tld}. Contact us as soon as you can. We'll ask the registry whether ${name} can be restored, and what that costs.`;

const refuse = (message: string) => fail("conflict", message);
