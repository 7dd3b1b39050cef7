import type { CartItem } from "./cart-item";

export const setups = ["register", "transfer", "existing"] as const;
/** How a plan gets its domain. The tabs of the set-up page. */
export type Setup = (typeof setups)[number];

/** The domains that the cart registers or transfers. ASCII forms. */
export const boughtNames = (cart: readonly CartItem[]): string[] =>
	cart.flatMap(({ category, domain }) => (domain && (category === "domain" || category === "transfer") ? domain : []));

/** Those that none of its plans is for. */
export const namesWithoutPlan = (cart: readonly CartItem[]): string[] =>
	boughtNames(cart).filter((name) => !cart.some(({ category, domain }) => category === "plan" && domain === name));
