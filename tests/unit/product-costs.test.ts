import { expect, test } from "vitest";
import { firstContent } from "~/features/catalog/version-one/version-one";
import { type Costs, costedPrices, costRates, marginView } from "~/features/catalog-desk/costs";
import { entriesOf } from "~/features/catalog-desk/draft";
import { suggestionsFor, suggestionTexts } from "~/features/catalog-desk/markup";
import type { CostState } from "~/features/registrar-accounts/registrar-accounts.server";
import type { RegistrarId } from "~/platform/registrar/registrar-routes";

const rates = costRates(firstContent, new Map([["EUR", 150]]));

const entryOf = (key: string, more: object = {}) => {
	const entry = entriesOf(firstContent).find((one) => one.key === key);
	if (!entry) throw new Error(`No ${key}`);
	return { ...entry, value: { ...entry.value, ...more } };
};

const at = (registrar: RegistrarId, more: Partial<CostState>): CostState => ({
	...{ registrar, tld: "com", currency: "USD", since: 1, previous: null },
	...{
		register: 900,
		renew: 950,
		transfer: 900,
		restore: null,
		operations: ["register", "renew", "transfer", "restore"],
	},
	...more,
});

const marginsOf = (key: string, costs: Partial<Costs>, more?: object) =>
	costedPrices(entryOf(key, more), { extensions: [], products: [], rates, ...costs }).map((price) => marginView(price));

const own = (key: string, more: object) => ({
	...{ key, currency: "KES", monthly: null, annual: null, once: null, author: "Amina", changedAt: 1 },
	...more,
});

test("an extension is compared at the dearest registrar where it can be ordered, with our lower price", () => {
	// $12.99, which is less than Ksh 1,750.
	const holdsOnly = at("resellerclub", { register: 99_999, renew: 1_500, operations: ["renew", "restore"] });
	expect(marginsOf("extension:com", { extensions: [at("openprovider", {}), holdsOnly] })).toMatchObject([
		{ name: "First year", cost: "$9.00, openprovider", margin: "Ksh 518.70 (31%)", isLoss: false, loss: null },
		// $14.53
		{ name: "Each further year", cost: "$15.00, resellerclub", isLoss: true, loss: "Ksh 61.10" },
		{ name: "Transfer", cost: "$9.00, openprovider", isLoss: false },
	]);
	expect(marginsOf("extension:net", { extensions: [at("openprovider", {})] })).toEqual([]);
});

test("a cost in another currency needs a rate", () => {
	const key = "addon:addon-ssl";
	// Ksh 1,500.
	expect(marginsOf(key, { products: [own(key, { currency: "EUR", annual: 1_001 })] })).toMatchObject([
		{ cost: "EUR 10.01", margin: "−Ksh 1.50 (0%)", isLoss: true },
	]);
	expect(marginsOf(key, { products: [own(key, { currency: "INR", annual: 1_001 })] })).toEqual([]);
});

test("a price equal to the cost is no loss, and a cost of zero is known", () => {
	const key = "plan:plan-starter";
	expect(marginsOf(key, { products: [own(key, { monthly: 100_000, annual: 0 })] })).toMatchObject([
		{ margin: "Ksh 0 (0%)", isLoss: false },
		{ margin: "Ksh 10,000 (100%)", isLoss: false },
	]);
});

test("what is no longer sold is warned about only where customers still renew it", () => {
	const retired = { retired: true };
	const isLoss = (key: string, costs: Partial<Costs>) => marginsOf(key, costs, retired).map((one) => one.isLoss);
	const dear = at("openprovider", { register: 99_999, renew: 99_999, transfer: 99_999 });
	expect(isLoss("extension:com", { extensions: [dear] })).toEqual([false, true, false]);
	const device = "hardware:hardware-pos-terminal";
	expect(isLoss(device, { products: [own(device, { once: 99_999_999 })] })).toEqual([false]);
	expect(isLoss("plan:plan-starter", { products: [own("plan:plan-starter", { monthly: 99_999_999 })] })).toEqual([
		true,
	]);
});

test.each([
	[{}, "Ksh 1,550, $11.99"],
	[{ percentBasisPoints: 0, fixed: 100 }, "Ksh 1,200, $9.99"],
	[{ KES: "100" }, "Ksh 1,600, $11.99"],
	[{ KES: "99", USD: "00" }, "Ksh 1,599, $12.00"],
	[{ KES: "1", USD: "1" }, "Ksh 1,513, $11.64"],
	// A cost that has the ending already.
	[{ percentBasisPoints: 0, fixed: 3_000, KES: "50", USD: "1" }, "Ksh 1,200, $9.24"],
] as const)("with the markup %o, $9 and 25%% of it and Ksh 50 become %s", (more, text) => {
	const markup = { percentBasisPoints: 2_500, fixed: 5_000, KES: "50", USD: "99", ...more } as const;
	const [first] = suggestionsFor(
		entryOf("extension:com"),
		{ extensions: [at("openprovider", {})], products: [], rates },
		markup,
	);
	expect(first && suggestionTexts(first).join(", ")).toBe(text);
});

test("a free operation has a suggestion above zero, and what is no longer sold has none", () => {
	const free = { extensions: [at("openprovider", { register: 0 })], products: [], rates };
	const markup = { percentBasisPoints: 1_000, fixed: 0, KES: "50", USD: "99" } as const;
	const [first] = suggestionsFor(entryOf("extension:com"), free, markup);
	expect(first && suggestionTexts(first).join(", ")).toBe("Ksh 50, $0.99");
	const paths = suggestionsFor(entryOf("extension:com", { retired: true }), free, markup).map(({ path }) => path);
	expect(paths).toEqual(["renew"]);
	expect(suggestionsFor(entryOf("addon:addon-ssl"), free, markup)).toEqual([]);
});
