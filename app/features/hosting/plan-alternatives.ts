import { findProduct, soldPlans, unitPrice } from "~/features/catalog/catalog";
import type { Plan } from "~/features/catalog/product";
import type { Currency, Money } from "~/lib/money";
import { renewalTerm } from "./renewal";

/** Plans on the same kind of server, so that a change needs no migration. */
function serverKindOf({ family, id }: Plan): string {
	// The portal's offers have the id prefixes web-, email- and vps-.
	return family === "portal" ? `portal ${id.slice(0, id.indexOf("-"))}` : family;
}

export interface PlanAlternative {
	readonly product: Plan;
	readonly price: Money;
}

/** The plans that this plan can be changed to, with prices for its term and currency, cheapest first. */
export function listAlternatives(plan: {
	readonly productId: string;
	readonly termMonths: number;
	readonly currency: Currency;
}): PlanAlternative[] {
	const own = findProduct(plan.productId);
	if (own?.kind !== "plan") return [];
	return soldPlans()
		.filter((product) => product.id !== own.id && serverKindOf(product) === serverKindOf(own))
		.flatMap((product) => {
			const price = unitPrice(product, renewalTerm(plan.termMonths), plan.currency);
			return price ? [{ product, price }] : [];
		})
		.toSorted((a, b) => a.price.amount - b.price.amount);
}
