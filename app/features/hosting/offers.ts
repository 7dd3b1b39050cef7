import { type Currency, formatMoney } from "../../lib/money";
import { unitPrice } from "../catalog/catalog";
import { cartItemOf } from "../catalog/chosen-plan";
import type { Plan } from "../catalog/product";

export type PlanOffer = ReturnType<typeof offersIn>[number];

/** The plans on offer, with what one costs a month in the account's currency. */
export const offersIn = (plans: readonly Plan[], currency: Currency) =>
	plans.flatMap((plan) => {
		const price = unitPrice(plan, "monthly", currency);
		if (!price) return [];
		const { id, name, description, bestFor } = plan;
		return [{ id, name, description, bestFor, price: formatMoney(price), item: cartItemOf(plan, "monthly") }];
	});
