import { expect, test } from "vitest";
import { lossesOf } from "~/features/registrar-accounts/cost-problems";
import { kes, usd } from "~/lib/money";
import { listedBy } from "~/platform/registrar/cost-settings";
import type { ExtensionCosts } from "~/platform/registrar/costs";

const costs = (more: Partial<ExtensionCosts>): ExtensionCosts => ({
	...{ tld: "co.ke", currency: "KES", register: 40_000, renew: 40_000, transfer: 40_000, restore: null },
	...more,
});
const rates = new Map([["EUR", 150]]);

test("a cost above our price is a loss for each operation, and one below is none", () => {
	expect(lossesOf(costs({}), rates)).toEqual([]);
	// .co.ke costs customers Ksh 500 for the first year and for a transfer, and Ksh 700 for each further year.
	expect(lossesOf(costs({ register: 50_001, renew: 69_000 }), rates)).toMatchObject([
		{ tld: "co.ke", operation: "register", cost: { amount: 50_001, currency: "KES" }, price: kes(500) },
	]);
	expect(lossesOf(costs({ renew: 80_000, transfer: null }), rates)).toMatchObject([{ operation: "renew" }]);
});

test("costs in other currencies are compared at the shop's rates, with the lower of our two prices", () => {
	// .com costs customers Ksh 1,750 or $12.99, which is Ksh 1,688.70.
	const com = (amount: number, currency: string) =>
		lossesOf(costs({ tld: "com", register: amount, renew: null, transfer: null, currency }), rates);
	expect(com(1_299, "USD")).toEqual([]);
	expect(com(1_300, "USD")).toMatchObject([{ price: usd(1_299) }]);
	expect(com(168_900, "KES")).toMatchObject([{ price: usd(1_299) }]);
	expect(com(1_125, "EUR")).toEqual([]);
	expect(com(1_126, "EUR")).toHaveLength(1);
	expect(com(999_999, "INR")).toEqual([]);
});

test("the lowest price in shillings is used where that is the lower one", () => {
	// .ai costs customers Ksh 6,000 or $69.
	const ai = lossesOf(costs({ tld: "ai", register: 5_000, renew: null, transfer: null, currency: "USD" }), rates);
	expect(ai).toMatchObject([{ price: kes(6_000) }]);
});

test("a restore is compared with the redemption fee, where we have one", () => {
	// $99, which is less than Ksh 12,900.
	const ofRestore = (tld: string, restore: number) =>
		lossesOf(costs({ tld, register: null, renew: null, transfer: null, restore }), rates);
	expect(ofRestore("com", 1_287_000)).toEqual([]);
	expect(ofRestore("com", 1_287_001)).toMatchObject([{ operation: "restore", price: usd(9_900) }]);
	expect(ofRestore("co.ke", 9_999_999)).toEqual([]);
});

test("a registrar that only holds names is compared for renewals only", () => {
	const expensive = costs({ register: 900_000, renew: 900_000 });
	expect(lossesOf(expensive, rates, ["renew"])).toMatchObject([{ operation: "renew" }]);
});

test("a price list of the configuration answers for its registrar only", async () => {
	const list = [
		{ registrar: "manual" as const, tlds: ["co.ke", "or.ke"], currency: "KES", register: 870.5, renew: 900 },
	];
	expect(listedBy("epp", list)).toEqual({});
	expect(await listedBy("manual", list).costs?.(["co.ke", "com"])).toEqual([
		{ tld: "co.ke", currency: "KES", register: 87_050, renew: 90_000, transfer: null, restore: null },
	]);
});
