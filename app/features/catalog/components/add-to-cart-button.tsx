import { Button } from "~/components/ui/button";
import { cartItemOf } from "../chosen-plan";
import type { Addon, Hardware, Plan, Term } from "../product";

type Sold = Plan | Addon | Hardware;

/** For pages without React. islands/add-to-cart.ts handles the click. */
export function AddToCartButton({ product, term }: { product: Sold; term: Term }) {
	return (
		<Button
			variant="secondary"
			data-add-to-cart={JSON.stringify(cartItemOf(product, term))}
			aria-label={`Add to Cart: ${product.name}`}
		>
			Add to Cart
		</Button>
	);
}
