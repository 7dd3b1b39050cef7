import { expect, test } from "vitest";
import { domainPrice, renewalPrice } from "~/features/catalog/domain-prices";
import type { Answer } from "~/features/domains/answer";
import { answerPrices } from "~/features/domains/answer-prices";
import { kes } from "~/lib/money";

const answer = (values: Partial<Answer> = {}): Answer => ({
	...{ domain: "neema.com", tld: "com", state: "available", available: true, source: "sandbox", checkedAt: 0 },
	...{ price: domainPrice("com"), renewal: renewalPrice("com"), ...values },
});

test.each(["KES", "USD"] as const)("a result has the same %s prices as the cart", (currency) => {
	const prices = { first: domainPrice("com", currency), further: renewalPrice("com", currency) };
	expect(prices.first.currency).toBe(currency);
	expect(answerPrices(answer(), currency)).toEqual(prices);
	expect(answerPrices(answer({ state: "taken", price: null, renewal: null }), currency)).toEqual(prices);
});

test("a premium name's registry price is converted", () => {
	const premium = answer({ state: "premium", price: kes(1_300_000), renewal: kes(650_000) });
	expect(answerPrices(premium, "KES")).toEqual({ first: kes(1_300_000), further: kes(650_000) });
	const { first, further } = answerPrices(premium, "USD");
	expect([first.currency, further.currency]).toEqual(["USD", "USD"]);
	expect(first.amount).toBeCloseTo(further.amount * 2, -1);
});
