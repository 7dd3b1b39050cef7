import type { Plugin } from "vite";
import { minPasswordLength } from "../../app/features/accounts/password-length.ts";

const moduleId = "virtual:most-used-passwords";
const resolvedId = `\0${moduleId}`;

/** OWASP ASVS 6.2.4 requires 3,000. More are useful as parts of long passwords. */
const topCount = 10_000;

/**
 * Provides leaked passwords from @zxcvbn-ts/language-common as `virtual:most-used-passwords`, on the server only: the
 * `topCount` most common ones of any length, and all others that are long enough to be a password here.
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
			const included = ranked.filter((password, rank) => rank < topCount || password.length >= minPasswordLength);
			return `export default ${JSON.stringify(included.join(" "))}.split(" ");`;
		},
	};
}
