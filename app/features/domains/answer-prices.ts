import { domainPrice, renewalPrice } from "~/features/catalog/domain-prices";
import { priceIn, toPrices } from "~/features/catalog/prices";
import type { Currency, Money } from "~/lib/money";
import type { Answer } from "./answer";

/** The first year and each further one in the account's currency. A premium name has its registry's prices. */
export function answerPrices(
	{ state, tld, price, renewal }: Pick<Answer, "state" | "tld" | "price" | "renewal">,
	currency: Currency,
): { readonly first: Money; readonly further: Money } {
	const premium = state === "premium";
	return {
		first: premium && price ? priceIn(toPrices(price), currency) : domainPrice(tld, currency),
		further: premium && renewal ? priceIn(toPrices(renewal), currency) : renewalPrice(tld, currency),
	};
}
