/** The tab's storage has what was typed at the checkout under this key, for a reload. */
export const typedKey = "typed";
