import { domainPrice, renewalPrice } from "~/features/catalog/domain-prices";
import { type Currency, formatMoney } from "~/lib/money";
import type { Answer } from "./answer";
import { registrationItem } from "./registration-item";

export type RegisterResult = ReturnType<typeof registerResult>;

/** A search result with prices in the account's currency. */
export function registerResult(answer: Answer, currency: Currency) {
	const { domain, tld, state, available, price, renewal } = answer;
	const listed = state !== "premium";
	const first = listed ? domainPrice(tld, currency) : price;
	const further = listed ? renewalPrice(tld, currency) : renewal;
	return {
		id: domain,
		name: domain,
		state,
		available,
		first: first && available ? formatMoney(first) : null,
		further: further && available ? formatMoney(further) : null,
		// Cart prices are in shillings. The checkout uses the account's currency.
		item: available ? registrationItem(answer) : null,
	};
}
