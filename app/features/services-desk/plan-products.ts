import { plans, productTitle } from "~/features/catalog/catalog";

/** Every plan that is sold, for a filter. */
export const planProducts = () => plans.map((plan) => ({ value: plan.id, text: productTitle(plan) }));
