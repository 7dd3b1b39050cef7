import type { CartItem } from "./cart-item";
import type { CartEntry } from "./lines";

/** The cart in the form that the server prices. @param codes the authorization codes of transfers, by domain */
export const cartEntries = (cart: readonly CartItem[], codes: ReadonlyMap<string, string> = new Map()): CartEntry[] =>
	cart.map(({ id: key, category, productId, domain, term, planId, planKey, quantity }) => {
		const authCode = category === "transfer" && domain ? codes.get(domain) : undefined;
		return {
			key,
			productId,
			...(domain && { domain }),
			...(term && { term }),
			...(planId && { planId }),
			...(planKey && { planKey }),
			quantity,
			...(authCode && { authCode }),
		};
	});
