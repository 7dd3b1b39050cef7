import { findProduct, productTitle } from "~/features/catalog/catalog";
import { toUnicode } from "~/features/domains/to-unicode";
import type { CartItem } from "./cart-item";

/** The name of an item, from the catalogue: "mamaneema.co.ke", ".org", "Business plan", "Renewal of tujenge.com". */
export function itemName({ category, domain, productId }: CartItem): string {
	const name = domain && toUnicode(domain);
	if (category === "domain" || category === "transfer") return name ?? productId;
	if (category === "renewal") return `Renewal of ${name}`;
	const product = findProduct(productId);
	if (product?.kind === "extension") return `.${product.tld}`;
	const title = product ? productTitle(product) : productId;
	return category === "plan-renewal" ? `Renewal of ${title}` : title;
}
