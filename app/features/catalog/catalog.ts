import { type Currency, formatMoney, least, type Money } from "~/lib/money";
import { currentCatalog } from "./current";
import { priceIn } from "./prices";
import { type Addon, type Hardware, type Plan, type PlanFamily, type Product, type Term, terms } from "./product";

const isSold = ({ retired }: { readonly retired?: true }): boolean => !retired;

/** The plans that new customers can buy, of every page. */
export const soldPlans = (): readonly Plan[] => currentCatalog().plans.filter(isSold);

/** The plans that a page lists. */
export const plansOf = (family: PlanFamily): readonly Plan[] => soldPlans().filter((plan) => plan.family === family);

/** The packages that the hosting page lists. Its carousel has the managed one. */
export const hostingPackages = (): readonly Plan[] => plansOf("package").filter(({ id }) => id !== managedShared);

/** The first offer in the carousel of the hosting page. */
export const managedShared = "package-managed-shared";

export const soldAddons = (): readonly Addon[] => currentCatalog().addons.filter(isSold);

export const soldHardware = (): readonly Hardware[] => currentCatalog().hardware.filter(isSold);

/** Whether the pages may say of all hardware that its delivery is free. */
export const deliversFree = (): boolean => soldHardware().every(({ freeDelivery }) => freeDelivery);

/** Also finds what is no longer sold, because customers renew it. Undefined if it never was. */
export const findProduct = (productId: string): Product | undefined => currentCatalog().productsById.get(productId);

/** A plan that new customers can buy. Undefined if it is no longer sold. */
export const findSoldPlan = (planId: string): Plan | undefined => soldPlans().find(({ id }) => id === planId);

/** Whether the pages show a device as out of stock. */
export const isOutOfStock = ({ id, outOfStock }: Hardware): boolean =>
	outOfStock === true || currentCatalog().soldOut.has(id);

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

/** The terms that a product is sold for, the shortest first. */
export const termsOf = ({ prices }: Plan | Addon | Hardware): Term[] => terms.filter((term) => prices[term]);

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
