import type { Plugin } from "vite";
import { minPasswordLength } from "../../app/features/accounts/password-length.ts";

const moduleId = "virtual:most-used-passwords";
const resolvedId = `\0${moduleId}`;

/** OWASP ASVS 6.2.4 asks for three thousand; the words that long passwords are made of want some more. */
const first = 10_000;

/**
 * The ranked list of leaked passwords of @zxcvbn-ts/language-common as `virtual:most-used-passwords`, for the server:
 * its first thousands, of any length, and everything further down that is long enough to be a password here.
 */
export function mostUsedPasswords(): Plugin {
	return {
		name: "most-used-passwords",
		resolveId: (id) => (id === moduleId ? resolvedId : undefined),
		async load(id) {
			if (id !== resolvedId) return;
			if (this.environment.name === "client") throw new Error(`${moduleId} is for the server only`);
			const { dictionary } = await import("@zxcvbn-ts/language-common");
			const ranked = dictionary["passwords-common"];
			const kept = ranked.filter((password, rank) => rank < first || password.length >= minPasswordLength);
			return `export default ${JSON.stringify(kept.join(" "))}.split(" ");`;
		},
	};
}
