/** The tab's storage has what was typed at the checkout under this key, for a reload, Back and Forward. */
export const typedKey = "typed";
