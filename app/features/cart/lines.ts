import { findProduct, productTitle, unitPrice } from "~/features/catalog/catalog";
import {
	domainPrice,
	extensionOf,
	maxYears,
	registrationPrice,
	renewalPrice,
	transferPrice,
} from "~/features/catalog/domain-prices";
import { isSold } from "~/features/catalog/known-extensions";
import type { Addon, Hardware, Plan, Term } from "~/features/catalog/product";
import { settings } from "~/features/catalog/settings";
import type { OrderLineKind } from "~/features/orders/order-line";
import { type Currency, type Money, multiply } from "~/lib/money";
import { ok, type Result } from "~/lib/result";
import { outOfStock } from "./check-stock";

/** What a browser may send about a line. Never what it costs. */
export interface CartEntry {
	/** Matches the answer to the item in the cart. */
	readonly key: string;
	readonly productId: string;
	/** ASCII form. The domain that is bought, or that a plan is for. */
	readonly domain?: string;
	readonly term?: Term;
	/** The hosting plan that is renewed, whose product is then `productId`, or that an add-on is for. */
	readonly planId?: string;
	/** For an add-on of a plan in the same cart: the key of the plan's line. */
	readonly planKey?: string;
	/** For a registration or renewal: years. */
	readonly quantity: number;
	readonly authCode?: string;
	/** Minor units that the page showed for the line. Only used to report a price change. */
	readonly shownAmount?: number;
}

/** The kinds of an order, and extensions for which the customer has not chosen a name yet. */
type LineKind = OrderLineKind | "extension";

/** A line with its price. `amount` is always `unit` times `quantity`. */
export interface Line {
	readonly key: string;
	readonly productId: string;
	readonly kind: LineKind;
	readonly name: string;
	readonly domain?: string;
	readonly tld?: string;
	readonly term?: Term;
	readonly authCode?: string;
	readonly planId?: string;
	/** For an add-on of a plan in the same cart: the key of the plan's line. */
	readonly planKey?: string;
	/** For the renewal of an add-on. */
	readonly addonId?: string;
	/** For a renewal: the expiry (ms) that it extends, so that it can't happen twice. */
	readonly currentExpiry?: number;
	/** How many years or terms can be bought now. */
	readonly most?: number;
	/** For a domain. `quantity` is then 1 and `unit` the price of all years. */
	readonly years?: number;
	readonly quantity: number;
	readonly unit: Money;
	readonly amount: Money;
	/** The price of each further year of a domain. */
	readonly renewal?: Money;
	readonly note?: string;
	/** For goods that we send. Whether their delivery is free. */
	readonly delivery?: Delivery;
}

export type Delivery = "free" | "charged";

export interface LineProblem {
	readonly code:
		| "unknown_product"
		| "out_of_stock"
		| "unknown_term"
		| "extension_not_sold"
		| "quantity"
		| "name_missing";
	readonly message: string;
}

/** Whether the line renews a domain or a plan. */
export const isRenewal = ({ kind }: { kind: LineKind }): boolean => kind === "renewal" || kind === "hosting_renewal";

/** The line's name outside the cart: "Renewal of tujenge.com". */
export function lineTitle(line: { kind: LineKind; name: string }): string {
	if (line.kind === "plan_change") return `Change to ${line.name}`;
	if (line.kind === "restore") return `Restoration of ${line.name}`;
	return isRenewal(line) || line.kind === "addon_renewal" ? `Renewal of ${line.name}` : line.name;
}

/** Prices one line from the catalogue. */
export function priceLine(entry: CartEntry, currency: Currency): Result<Line, LineProblem> {
	const product = findProduct(entry.productId);
	switch (product?.kind) {
		case "registration":
		case "transfer":
		case "renewal":
			return domainLine(entry, product.kind, currency);
		case "extension":
			if (!isSold(product.tld)) return problem("extension_not_sold", `We no longer sell .${product.tld} domains.`);
			return ok(yearsLine(entry, { kind: "extension", tld: product.tld, name: `.${product.tld} domain` }, currency));
		case "plan":
		case "addon":
		case "hardware":
			return productLine(entry, product, currency);
		default:
			return noLongerSold;
	}
}

function domainLine(
	entry: CartEntry,
	kind: "registration" | "transfer" | "renewal",
	currency: Currency,
): Result<Line, LineProblem> {
	const { domain, quantity } = entry;
	if (!domain) return problem("name_missing", "Choose a name for this domain.");
	const tld = extensionOf(domain);
	if (!tld || (kind !== "renewal" && !isSold(tld)))
		return problem("extension_not_sold", `We do not sell domains with the extension of ${domain}.`);
	if (kind === "transfer") {
		// A transfer adds one year, at the yearly price of its extension.
		if (quantity !== 1) return problem("quantity", "A transfer adds exactly one year.");
		return ok(yearsLine(entry, { kind, tld, name: `Transfer of ${domain}` }, currency));
	}
	const most = maxYears(tld);
	if (quantity > most)
		return problem(
			"quantity",
			`.${tld} domains can be ${kind === "renewal" ? "renewed" : "registered"} for 1 to ${most} years.`,
		);
	return ok(yearsLine(entry, { kind, tld, name: domain }, currency));
}

function yearsLine(
	{ key, productId, domain, authCode, quantity: years }: CartEntry,
	{ kind, tld, name }: { kind: "registration" | "transfer" | "renewal" | "extension"; tld: string; name: string },
	currency: Currency,
): Line {
	const amount = yearsPrice(kind, { tld, years }, currency);
	const named = { key, productId, kind, name, ...(domain && { domain }), ...(authCode && { authCode }) };
	return {
		...named,
		tld,
		years,
		quantity: 1,
		unit: amount,
		amount,
		...(kind !== "transfer" && { most: maxYears(tld) }),
		renewal: renewalPrice(tld, currency),
	};
}

function yearsPrice(kind: LineKind, { tld, years }: { tld: string; years: number }, currency: Currency): Money {
	if (kind === "renewal") return multiply(renewalPrice(tld, currency), years);
	return kind === "transfer" ? transferPrice(tld, currency) : registrationPrice(tld, years, currency);
}

function productLine(
	entry: CartEntry,
	product: Plan | Addon | Hardware,
	currency: Currency,
): Result<Line, LineProblem> {
	const { key, productId, domain, quantity } = entry;
	const { planId, planKey } = entry;
	const renewed = planId && product.kind === "plan";
	if (product.retired && !renewed) return noLongerSold;
	if (product.kind === "hardware" && product.outOfStock) return problem("out_of_stock", outOfStock(product.name));
	const term = entry.term ?? (product.kind === "hardware" ? "once" : undefined);
	const unit = term && unitPrice(product, term, currency);
	if (!term || !unit) return problem("unknown_term", `${productTitle(product)} is not sold for this term.`);
	if (product.kind === "addon" && quantity > 1)
		return problem("quantity", `Order ${product.name} once for each domain or plan.`);
	if (quantity > settings.maxQuantity)
		return problem("quantity", `You can order at most ${settings.maxQuantity} of each item.`);
	const isAddon = product.kind === "addon";
	// A forged entry may have several references. Only one is checked, so the order must not have the others.
	const ofPlan = isAddon && (planKey ?? planId) !== undefined;
	const about = { ...(domain && !ofPlan && { domain, note: `For ${domain}` }) };
	return ok({
		key,
		productId,
		kind: renewed ? "hosting_renewal" : product.kind,
		name: productTitle(product),
		...(planId && (renewed || (isAddon && !planKey)) && { planId }),
		...(planKey && isAddon && { planKey }),
		...about,
		term,
		quantity,
		unit,
		amount: multiply(unit, quantity),
		...(product.kind === "hardware" && { delivery: product.freeDelivery ? "free" : "charged" }),
	});
}

const problem = (code: LineProblem["code"], message: string) => ({ ok: false as const, error: { code, message } });

const noLongerSold = problem("unknown_product", "We no longer sell this. Please remove it from your cart.");

/**
 * A Business or Professional plan paid annually makes the first year of one new domain free. Takes the most expensive
 * domain, so that customers do not have to compare. Excludes `premium` names, because the registry sets their price.
 */
export function freeDomainLine(
	lines: readonly Line[],
	currency: Currency,
	premium: ReadonlySet<string>,
): Line | undefined {
	if (!lines.some(givesFreeDomain)) return undefined;
	let best: { domain: string; tld: string; price: Money } | undefined;
	for (const { kind, domain, tld } of lines) {
		if (kind !== "registration" || !domain || !tld || premium.has(domain)) continue;
		const price = domainPrice(tld, currency);
		if (!best || price.amount > best.price.amount) best = { domain, tld, price };
	}
	if (!best) return undefined;
	const amount = multiply(best.price, -1);
	const name = `Free first year of ${best.domain}`;
	return {
		key: "free-domain",
		productId: "free-domain",
		kind: "free_domain",
		name,
		domain: best.domain,
		quantity: 1,
		unit: amount,
		amount,
	};
}

/**
 * A plan without a domain is for the new domain in the same cart, if there is only one of each. With several, the
 * customer chooses when setting up the plan.
 */
export function withBoughtDomain(lines: readonly Line[]): Line[] {
	const plans = lines.filter(({ kind }) => kind === "plan");
	const [plan, ...otherPlans] = plans.filter(({ domain, quantity }) => !domain && quantity === 1);
	const [bought, ...otherNames] = lines.filter(
		({ kind, domain }) =>
			(kind === "registration" || kind === "transfer") && !plans.some((one) => one.domain === domain),
	);
	if (!plan || !bought?.domain || otherPlans.length > 0 || otherNames.length > 0) return [...lines];
	const { domain } = bought;
	return lines.map((line) => (line === plan ? { ...plan, domain, note: `For ${domain}` } : line));
}

/** Whether the line makes the first year of a new domain free. */
export function givesFreeDomain({ productId, kind, term }: Pick<Line, "productId" | "kind" | "term">): boolean {
	const product = findProduct(productId);
	return kind === "plan" && product?.kind === "plan" && product.freeDomain === true && term === "annual";
}
