import { findProduct, plans, unitPrice } from "~/features/catalog/catalog";
import type { Plan } from "~/features/catalog/product";
import type { Currency, Money } from "~/lib/money";
import { renewalTerm } from "./renewal";

/** Plans of one ladder live on the same kind of server, so that a move between them needs no moving house. */
function serverKindOf({ family, id }: Plan): string {
	// The portal's offers are of three kinds: web-…, email-…, vps-….
	return family === "portal" ? `portal ${id.slice(0, id.indexOf("-"))}` : family;
}

export interface PlanAlternative {
	readonly product: Plan;
	readonly price: Money;
}

/** The other plans that one can be changed to, for its own term and currency, the cheapest first. */
export function listAlternatives(plan: {
	readonly productId: string;
	readonly termMonths: number;
	readonly currency: Currency;
}): PlanAlternative[] {
	const own = findProduct(plan.productId);
	if (own?.kind !== "plan") return [];
	return plans
		.filter((product) => product.id !== own.id && serverKindOf(product) === serverKindOf(own))
		.flatMap((product) => {
			const price = unitPrice(product, renewalTerm(plan.termMonths), plan.currency);
			return price ? [{ product, price }] : [];
		})
		.toSorted((a, b) => a.price.amount - b.price.amount);
}
