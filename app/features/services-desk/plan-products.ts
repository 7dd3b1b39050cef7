import { productTitle } from "~/features/catalog/catalog";
import { currentCatalog } from "~/features/catalog/current";

/** Every plan, for a filter. Also those that are no longer sold, because customers have them. */
export const planProducts = () => currentCatalog().plans.map((plan) => ({ value: plan.id, text: productTitle(plan) }));
