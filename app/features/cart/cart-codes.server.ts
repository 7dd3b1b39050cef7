import type { Sealer } from "~/lib/seal";
import { createSealedCookie } from "~/lib/sealed-cookie";

export type CartCodes = ReturnType<typeof createCartCodes>;

/** Authorization codes by domain name. */
export type CodesByDomain = ReadonlyMap<string, string>;

/**
 * The authorization codes of the transfers in a cart, in a sealed cookie that ends with the browser session. They can
 * move a domain away, so they are neither in the cart's cookie nor in local storage.
 */
export function createCartCodes(deps: { readonly sealer: Sealer; readonly appOrigin: string }) {
	const cookie = createSealedCookie<[string, string][]>({ ...deps, name: "cart-codes" });
	return {
		/** @param cookies the request's `Cookie` header */
		read: async (cookies: string | null): Promise<CodesByDomain> => new Map(await cookie.read(cookies)),

		/** `Set-Cookie` of the codes. Drops the oldest if they would be too large. */
		async header(codes: CodesByDomain): Promise<string> {
			for (let entries = [...codes]; entries.length > 0; entries = entries.slice(1)) {
				const header = await cookie.header(entries);
				if (header) return header;
			}
			return cookie.clear();
		},

		/** `Set-Cookie` that deletes the codes. */
		clear: cookie.clear,
	};
}
