import { findProduct, productTitle } from "~/features/catalog/catalog";

/** As the order has it: "Business Hosting", "Starter plan". */
export function planTitle({ productId, name }: { readonly productId: string; readonly name: string }): string {
	const product = findProduct(productId);
	return product ? productTitle(product) : name;
}
