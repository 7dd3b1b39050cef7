import { type Currency, formatMoney, least, type Money } from "~/lib/money";
import { addons } from "./addons";
import { domainProducts } from "./domain-products";
import { extensionOffers } from "./extension-offers";
import { hardware } from "./hardware";
import { hostingPackages, managedShared } from "./hosting-packages";
import { portalOffers } from "./portal-offers";
import { priceIn } from "./prices";
import { pricingPlans } from "./pricing-plans";
import type { Addon, Hardware, Plan, Product, Term } from "./product";
import { resellerPlans } from "./reseller-plans";
import { sharedPlans } from "./shared-plans";
import { vpsPlans } from "./vps-plans";

export const plans: readonly Plan[] = [
	...pricingPlans,
	...sharedPlans,
	...hostingPackages,
	managedShared,
	...vpsPlans,
	...resellerPlans,
	...portalOffers,
];

export const products: readonly Product[] = [...domainProducts, ...extensionOffers, ...plans, ...addons, ...hardware];

// A Map, so that an id such as `constructor` finds nothing.
const byId = new Map(products.map((product) => [product.id, product]));

/** Undefined if the product is not sold. */
export const findProduct = (productId: string): Product | undefined => byId.get(productId);

/** For plan ids in our own code. @throws Error if the plan does not exist. */
export function getPlan(planId: string): Plan {
	const plan = plans.find(({ id }) => id === planId);
	if (!plan) throw new Error(`There is no plan ${planId}`);
	return plan;
}

/** The unit price. @throws Error if the product is not sold for this term. */
export function getPrice(product: Plan | Addon | Hardware, term: Term, currency: Currency = "KES"): Money {
	const price = unitPrice(product, term, currency);
	if (!price) throw new Error(`${product.id} is not sold for the term ${term}`);
	return price;
}

/** The unit price, or undefined if the product is not sold for this term. */
export function unitPrice(product: Plan | Addon | Hardware, term: Term, currency: Currency = "KES"): Money | undefined {
	const prices = product.prices[term];
	return prices && priceIn(prices, currency);
}

/** The lowest price of several products for a term, as in "from Ksh 1,000 a month". */
export function lowestPrice(
	products: readonly (Plan | Addon | Hardware)[],
	term: Term,
	currency: Currency = "KES",
): Money {
	return least(products.flatMap((product) => unitPrice(product, term, currency) ?? []));
}

/** The features that all of the plans have. */
export function commonFeatures([first, ...others]: readonly Plan[]): readonly string[] {
	return first?.features.filter((feature) => others.every(({ features }) => features.includes(feature))) ?? [];
}

/** The term for a product if the customer has not chosen one. */
export function defaultTerm(product: Plan | Addon | Hardware): Term {
	return product.prices.once ? "once" : product.prices.monthly ? "monthly" : "annual";
}

export const termName: Readonly<Record<Term, string>> = { monthly: "a month", annual: "a year", once: "" };

/** What a year costs less than twelve months, in whole percent, rounded down. 0 if it costs the same. */
export function annualSavings(plan: Plan): number {
	const [monthly, annual] = [unitPrice(plan, "monthly"), unitPrice(plan, "annual")];
	if (!monthly || !annual) return 0;
	const year = 12 * monthly.amount;
	return Math.floor((100 * (year - annual.amount)) / year);
}

/** "Ksh 1,000 a month": the price for the default term. */
export function priceTag(product: Plan | Addon | Hardware): string {
	const term = defaultTerm(product);
	return [formatMoney(getPrice(product, term)), termName[term]].filter(Boolean).join(" ");
}

const titles: Readonly<Record<Plan["family"], (name: string) => string>> = {
	package: (name) => (name.endsWith("Hosting") ? name : `${name} package`),
	pricing: (name) => `${name} plan`,
	// "Email Basic" and "VPS Developer" need no addition.
	portal: (name) => (/^(Email|VPS) /.test(name) ? name : `Web ${name}`),
	shared: (name) => name,
	vps: (name) => name,
	reseller: (name) => name,
};

/** The full name, unlike that of any other plan: "Starter package", "Starter plan", "Web Starter". */
export const productTitle = (product: Product): string =>
	product.kind === "plan" ? titles[product.family](product.name) : product.name;
