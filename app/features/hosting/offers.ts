import { unitPrice } from "~/features/catalog/catalog";
import { cartItemOf } from "~/features/catalog/chosen-plan";
import type { Plan } from "~/features/catalog/product";
import { type Currency, formatMoney } from "~/lib/money";

export type PlanOffer = ReturnType<typeof listPlanOffers>[number];

/** The plans on offer, with their monthly prices in the account's currency. */
export const listPlanOffers = (plans: readonly Plan[], currency: Currency) =>
	plans.flatMap((plan) => {
		const price = unitPrice(plan, "monthly", currency);
		if (!price) return [];
		const { id, name, description, bestFor } = plan;
		return [{ id, name, description, bestFor, price: formatMoney(price), item: cartItemOf(plan, "monthly") }];
	});
