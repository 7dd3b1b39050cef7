import { type Currency, formatMoney } from "../../lib/money";
import { unitPrice } from "../catalog/catalog";
import type { Plan } from "../catalog/product";

/** The plans on offer, with what one costs a month in the account's currency. */
export const offersIn = (plans: readonly Plan[], currency: Currency) =>
	plans.flatMap((plan) => {
		const price = unitPrice(plan, "monthly", currency);
		return price ? [{ plan, price: formatMoney(price) }] : [];
	});
