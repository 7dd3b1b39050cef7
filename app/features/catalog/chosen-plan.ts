import { href } from "react-router";
import type { NewCartItem } from "~/features/cart/cart-item";
import { defaultTerm, findProduct, getPlan, getPrice, productTitle, unitPrice } from "./catalog";
import type { Addon, Hardware, Plan, PlanFamily, Term } from "./product";

/** The plan of the set-up page when the address names none. */
const defaultPlan = "shared-business";

/** What the cart keeps of a product; the server prices it again. */
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

/** The plan and term that an address asks for; what is unknown becomes the default. */
export function chosenPlan(planId: string | null, wanted: string | null) {
	const asked = planId === null ? undefined : findProduct(planId);
	const plan = asked?.kind === "plan" ? asked : getPlan(defaultPlan);
	const terms = (["monthly", "annual"] as const).filter((term) => plan.prices[term]);
	const term = terms.find((one) => one === wanted) ?? defaultTerm(plan);
	const price = getPrice(plan, term);
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

/** Where the plan is on show. */
export const plansPage = ({ family }: Plan): string => pages[family];
