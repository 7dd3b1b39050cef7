import { Button } from "~/components/ui/button";
import { Icon } from "~/components/ui/icon";
import type { NewCartItem } from "~/features/cart/cart-item";
import { useCart } from "~/features/cart/use-cart";
import { toast } from "~/islands/toast";

interface AddToCartProps {
	item: NewCartItem;
	/** Id of its line in the cart. */
	id: string;
	/** Appended to the label for screen readers. */
	subject: string;
	size?: "md" | "sm";
	variant?: "primary" | "secondary";
}

/**
 * Adds a name or an extension to the cart, and shows if it is already there. Disabled until the page's script has
 * loaded, because answers can be shown before that.
 */
export function AddToCart({ item, id, subject, size = "md", variant = "primary" }: AddToCartProps) {
	const { initialised, cart, store } = useCart();
	const added = cart.some((line) => line.id === id);
	const label = added ? "Added to Cart" : "Add to Cart";
	return (
		<Button
			size={size}
			className="flex-none"
			aria-label={`${label}: ${subject}`}
			disabled={!initialised}
			variant={added ? "secondary" : variant}
			onClick={() => {
				const outcome = store.add(item);
				toast(outcome.message, outcome.added ? "success" : "error");
			}}
		>
			{added && <Icon name="check" />}
			{label}
		</Button>
	);
}
