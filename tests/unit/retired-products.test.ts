import { expect, test } from "vitest";
import { type CartEntry, priceLine } from "~/features/cart/lines";
import { accountPlans } from "~/features/catalog/account-plans";
import { chosenPlan } from "~/features/catalog/chosen-plan";
import type { CatalogContent } from "~/features/catalog/content";
import { domainPrice, soldExtensions } from "~/features/catalog/domain-prices";
import { toCatalog } from "~/features/catalog/indexed";
import { withCatalog } from "~/features/catalog/scope.server";
import { firstContent } from "~/features/catalog/version-one/version-one";
import { parseDomainName } from "~/features/domains/domain-name";
import { kes } from "~/lib/money";

const retire = <T>(list: readonly T[], key: keyof T, value: string): T[] =>
	list.map((item) => (item[key] === value ? { ...item, retired: true as const } : item));

const content: CatalogContent = {
	...firstContent,
	extensions: retire(firstContent.extensions, "tld", "xyz"),
	plans: retire(firstContent.plans, "id", "shared-business"),
	addons: retire(firstContent.addons, "id", "addon-ssl"),
};
const withRetired = <T>(run: () => T): T => withCatalog(toCatalog(2, content), run);

const entry = (more: Partial<CartEntry> & { productId: string }): CartEntry => ({ key: "k", quantity: 1, ...more });
const refusal = (input: CartEntry) => {
	const result = priceLine(input, "KES");
	return result.ok ? null : result.error.code;
};

test("an extension that is no longer sold can't be bought or searched, and stays renewable at its price", () => {
	withRetired(() => {
		expect(soldExtensions()).not.toContain("xyz");
		expect(parseDomainName("neema.xyz").ok).toBe(false);
		expect(refusal(entry({ productId: "domain-registration", domain: "neema.xyz" }))).toBe("extension_not_sold");
		expect(refusal(entry({ productId: "domain-transfer", domain: "neema.xyz" }))).toBe("extension_not_sold");
		expect(refusal(entry({ productId: "domain-010" }))).toBe("extension_not_sold");
		const renewal = priceLine(entry({ productId: "domain-renewal", domain: "neema.xyz" }), "KES");
		expect(renewal.ok && renewal.value.amount).toEqual(kes(650));
	});
});

test("a plan or add-on that is no longer sold leaves the lists and carts, and stays renewable", () => {
	withRetired(() => {
		expect(accountPlans("KES").map(({ id }) => id)).not.toContain("shared-business");
		expect(chosenPlan("shared-business", "annual").plan.id).toBe("plan-starter");
		const plan = { productId: "shared-business", term: "annual" as const };
		expect(refusal(entry(plan))).toBe("unknown_product");
		expect(refusal(entry({ productId: "addon-ssl", term: "annual" }))).toBe("unknown_product");
		expect(refusal(entry({ ...plan, planId: "pln_1" }))).toBeNull();
	});
});

test("work that runs at the same time keeps the version of the catalogue that it began with", async () => {
	const dearer = toCatalog(3, {
		...firstContent,
		extensions: firstContent.extensions.map((one) => ({ ...one, register: { KES: kes(9_999) } })),
	});
	const price = async () => {
		await Promise.resolve();
		return domainPrice("com");
	};
	const both = await Promise.all([withCatalog(dearer, price), withCatalog(toCatalog(2, content), price)]);
	expect(both).toEqual([kes(9_999), kes(1_750)]);
});
