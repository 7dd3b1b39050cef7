import { domainPrice } from "~/features/catalog/domain-prices";
import type { Currency } from "~/lib/money";
import { answerPrices } from "./answer-prices";
import type { DomainName } from "./domain-name";
import type { FoundName } from "./running-search.server";

/** Orders of search results to choose from, with their names. */
export const sortNames = {
	price: "Price, low to high",
	"-price": "Price, high to low",
	name: "Name, A to Z",
} as const;

export type ResultSort = keyof typeof sortNames;

/** The order of the rows of a search. */
export interface RowOrder {
	compare(a: FoundName, b: FoundName): number;
	/** Whether a name without an answer may belong before this row. The row waits for that answer. */
	mayPrecede(missing: DomainName, row: FoundName): boolean;
}

/** The order of the price list with the exact name first. Rows do not wait for each other. */
export function listOrder(names: readonly DomainName[]): RowOrder {
	const place = placesOf(names);
	return { compare: (a, b) => place(a.name) - place(b.name), mayPrecede: () => false };
}

/** @param currency of the prices that the rows show */
export function rowOrder(names: readonly DomainName[], sort: ResultSort | undefined, currency: Currency): RowOrder {
	if (sort === undefined) return listOrder(names);
	const place = placesOf(names);
	if (sort === "name") {
		const compare = (a: DomainName, b: DomainName) => (a.unicode < b.unicode ? -1 : Number(a.unicode > b.unicode));
		return {
			compare: (a, b) => compare(a.name, b.name),
			mayPrecede: (missing, row) => compare(missing, row.name) < 0,
		};
	}
	const price = ({ answer }: FoundName) => answerPrices(answer, currency).first.amount;
	if (sort === "-price") {
		// A missing name may be a premium name, at any price.
		return { compare: (a, b) => price(b) - price(a) || place(a.name) - place(b.name), mayPrecede: () => true };
	}
	return {
		compare: (a, b) => price(a) - price(b) || place(a.name) - place(b.name),
		// Premium names cost more than the list price.
		mayPrecede: (missing, row) =>
			(domainPrice(missing.tld, currency).amount - price(row) || place(missing) - place(row.name)) < 0,
	};
}

function placesOf(names: readonly DomainName[]) {
	const places = new Map(names.map(({ ascii }, index) => [ascii, index]));
	return ({ ascii }: DomainName) => places.get(ascii) ?? 0;
}
