import { Button } from "~/components/ui/button";
import { Icon } from "~/components/ui/icon";
import type { NewCartItem } from "~/features/cart/cart-item";
import { useCart } from "~/features/cart/use-cart";
import { toast } from "~/islands/toast";

interface AddToCartProps {
	item: NewCartItem;
	/** What it has in the cart once it is there. */
	id: string;
	/** Said to screen readers after "Add to Cart". */
	subject: string;
	size?: "md" | "sm";
	variant?: "primary" | "secondary";
}

/**
 * Puts a name or an extension into the cart, and says when it is there already. Answers show before the page's script
 * has arrived: until then the button can't work, and says so by being disabled.
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
