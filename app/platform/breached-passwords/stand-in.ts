import type { BreachedPasswords } from "./breached-passwords";

/** Passwords that begin with the word `leaked` count as leaked. */
export const standInBreaches: BreachedPasswords = {
	isKnown: async (password) => /^leaked\b/i.test(password),
};
