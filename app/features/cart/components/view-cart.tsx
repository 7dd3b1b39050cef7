import { href } from "react-router";
import { ButtonLink } from "~/components/ui/button";
import { Icon } from "~/components/ui/icon";
import { formatCount } from "~/lib/format-count";
import { countItems } from "../shown-amount";
import { useCart } from "../use-cart";

/** Link to the portal's cart, with the number of items. */
export function ViewCart() {
	const count = countItems(useCart()?.cart ?? []);
	return (
		<ButtonLink href={href("/dashboard/cart")} variant="secondary">
			<Icon name="shopping-cart" />
			View Cart ({formatCount(count, "item")})
		</ButtonLink>
	);
}
