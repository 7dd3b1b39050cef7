/** For each account: more than anybody's devices, and one short list. */
export const mostPasskeys = 20;
