import { href } from "react-router";
import type { NewCartItem } from "~/features/cart/cart-item";
import type { Currency } from "~/lib/money";
import { defaultTerm, findSoldPlan, getPrice, productTitle, soldPlans, termsOf, unitPrice } from "./catalog";
import type { Addon, Hardware, Plan, PlanFamily, Term } from "./product";

/** The set-up page's plan if the URL names none. */
const defaultPlan = "shared-business";

/** A product as a cart item, with the price that the page shows. The server prices it again. */
export function cartItemOf(product: Plan | Addon | Hardware, term: Term): NewCartItem {
	return {
		productId: product.id,
		category: product.kind,
		name: productTitle(product),
		description: product.description,
		term,
		price: (unitPrice(product, term)?.amount ?? 0) / 100,
		...(product.kind === "hardware" && { image: product.image }),
	};
}

/** The plan and term from the URL's parameters, with its price for the account. Unknown ones become the default. */
export function chosenPlan(planId: string | null, termName: string | null, currency: Currency = "KES") {
	const plan = findSoldPlan(planId ?? "") ?? findSoldPlan(defaultPlan) ?? soldPlans()[0];
	if (!plan) throw new Error("No plan is sold");
	const terms = termsOf(plan);
	const term = terms.find((one) => one === termName) ?? defaultTerm(plan);
	const price = getPrice(plan, term, currency);
	return { plan, item: cartItemOf(plan, term), price, terms };
}

const pages: Record<PlanFamily, string> = {
	package: `${href("/hosting")}#packages`,
	shared: `${href("/hosting/web")}#plans`,
	vps: `${href("/hosting/vps")}#plans`,
	reseller: `${href("/hosting/reseller")}#plans`,
	pricing: href("/pricing"),
	portal: href("/dashboard/hosting"),
};

/** The page that lists the plan. */
export const plansPage = ({ family }: Plan): string => pages[family];
