import { hostCookie } from "~/lib/host-cookie";
import type { Sealer } from "~/lib/seal";

/** The sealer opens at most 4,000 characters, and browsers accept 4,096 bytes for a cookie. */
const maxLength = 3_600;
const context = "cart";

export type CartCodes = ReturnType<typeof createCartCodes>;

/** Authorization codes by domain name. */
export type CodesByDomain = ReadonlyMap<string, string>;

/**
 * The authorization codes of the transfers in a cart, in a sealed cookie that scripts can't read and that ends with the
 * browser session. They can move a domain away, so they are neither in the cart's cookie nor in local storage.
 */
export function createCartCodes({ sealer, appOrigin }: { readonly sealer: Sealer; readonly appOrigin: string }) {
	const { name, attributes } = hostCookie(appOrigin, "cart-codes");
	return {
		/** @param cookies the request's `Cookie` header */
		async read(cookies: string | null): Promise<CodesByDomain> {
			const sealed = new RegExp(`(?:^|;\\s*)${name}=([^;]*)`).exec(cookies ?? "")?.[1];
			const text = sealed && (await sealer.open(sealed, context));
			return new Map(text ? (JSON.parse(text) as [string, string][]) : []);
		},

		/** `Set-Cookie` of the codes. Drops the oldest if they would be too large. */
		async header(codes: CodesByDomain): Promise<string> {
			let entries = [...codes];
			let sealed = "";
			while (entries.length > 0) {
				sealed = await sealer.seal(JSON.stringify(entries), context);
				if (sealed.length <= maxLength) break;
				entries = entries.slice(1);
			}
			return `${name}=${entries.length > 0 ? sealed : ""}; ${attributes}${entries.length > 0 ? "" : "; Max-Age=0"}`;
		},
	};
}
