export const setups = ["register", "transfer", "existing"] as const;
/** How a plan gets its domain. The tabs of the set-up page. */
export type Setup = (typeof setups)[number];
