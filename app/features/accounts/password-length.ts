/** Characters, after normalisation; no rules about which ones. */
export const shortestPassword = 10;
export const longestPassword = 128;
