import { type Currency, formatMoney } from "~/lib/money";
import type { Answer } from "./answer";
import { answerPrices } from "./answer-prices";
import { registrationItem } from "./registration-item";

export type RegisterResult = ReturnType<typeof registerResult>;

/** A search result with prices in the account's currency. */
export function registerResult(answer: Answer, currency: Currency) {
	const { domain, state, available } = answer;
	const { first, further } = answerPrices(answer, currency);
	return {
		id: domain,
		name: domain,
		ascii: domain,
		cloth: available ? ("woven" as const) : ("expired" as const),
		state,
		available,
		first: available ? formatMoney(first) : null,
		further: available ? formatMoney(further) : null,
		// Cart prices are in shillings. The checkout uses the account's currency.
		item: available ? registrationItem(answer) : null,
	};
}
