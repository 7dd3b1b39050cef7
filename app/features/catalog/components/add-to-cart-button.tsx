import { Button } from "~/components/ui/button";
import type { NewCartItem } from "~/features/cart/cart-item";
import { productTitle, unitPrice } from "../catalog";
import type { Addon, Hardware, Plan, Term } from "../product";

type Sold = Plan | Addon | Hardware;

/** What the cart keeps of a product; the server prices it again. */
export function cartItemOf(product: Sold, term: Term): NewCartItem {
	return {
		productId: product.id,
		category: product.kind,
		name: productTitle(product),
		description: product.description,
		term,
		price: (unitPrice(product, term)?.amount ?? 0) / 100,
		...(product.kind === "hardware" && { image: product.image }),
	};
}

/** For pages without React: islands/add-to-cart.ts does the adding. */
export function AddToCartButton({ product, term }: { product: Sold; term: Term }) {
	return (
		<Button
			variant="secondary"
			className="mt-auto"
			data-add-to-cart={JSON.stringify(cartItemOf(product, term))}
			aria-label={`Add to Cart: ${product.name}`}
		>
			Add to Cart
		</Button>
	);
}
