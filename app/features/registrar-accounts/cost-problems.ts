import { currentCatalog } from "~/features/catalog/current";
import { domainPrice, renewalPrice, restoreFee, transferPrice } from "~/features/catalog/domain-prices";
import { inShillings, lowerPrice } from "~/features/catalog/margin";
import type { Money } from "~/lib/money";
import { type Cost, costOperations, type ExtensionCosts } from "~/platform/registrar/costs";

/** Null for what we have no price for. */
const soldOperations = {
	register: domainPrice,
	renew: renewalPrice,
	transfer: transferPrice,
	restore: restoreFee,
} as const;

export type SoldOperation = keyof typeof soldOperations;

/** An extension that costs us more than we sell it for. */
export interface Loss {
	readonly tld: string;
	readonly operation: SoldOperation;
	readonly cost: Cost;
	/** Our lowest price, before tax. */
	readonly price: Money;
}

/** Shillings for one unit of a currency. Undefined if we have no rate. */
export function rateOf(currency: string, rates: ReadonlyMap<string, number>): number | undefined {
	if (currency === "KES") return 1;
	return currency === "USD" ? currentCatalog().rules.shillingsPerDollar : rates.get(currency);
}

/**
 * Operations that cost us more than our price in one of our currencies. Compares in shillings, at the shop's fixed rates.
 * Empty for a currency without a rate.
 * @param operations those that can happen at this registrar
 */
export function lossesOf(
	costs: ExtensionCosts,
	rates: ReadonlyMap<string, number>,
	operations: readonly SoldOperation[] = costOperations,
): Loss[] {
	const { tld, currency } = costs;
	const rate = rateOf(currency, rates);
	if (rate === undefined) return [];
	return operations.flatMap((operation) => {
		const amount = costs[operation];
		const price = lowestPrice(operation, tld);
		const isLoss =
			amount !== null &&
			price !== null &&
			amount * rate > inShillings(price, currentCatalog().rules.shillingsPerDollar);
		return isLoss ? [{ tld, operation, cost: { amount, currency }, price }] : [];
	});
}

function lowestPrice(operation: SoldOperation, tld: string): Money | null {
	const [KES, USD] = (["KES", "USD"] as const).map((currency) => soldOperations[operation](tld, currency));
	return KES && USD ? lowerPrice({ KES, USD }, currentCatalog().rules.shillingsPerDollar) : null;
}
