import type { BreachedPasswords } from "./breached-passwords";

/** Knows every password that begins with the word `leaked`, and no other. */
export const standInBreaches: BreachedPasswords = {
	isKnown: async (password) => /^leaked\b/i.test(password),
};
