/** For each account: more than anybody's devices, and one short list. */
export const maxPasskeys = 20;
