import { href } from "react-router";
import { ButtonLink } from "~/components/ui/button";
import { Icon } from "~/components/ui/icon";
import { countItems, shownTotal } from "~/features/cart/shown-amount";
import { useCart } from "~/features/cart/use-cart";
import { formatCount } from "~/lib/format-count";
import { formatMoney } from "~/lib/money";

/** Count and total of the cart. Renders nothing while it is empty. */
export function CartSummary() {
	const { cart } = useCart();
	if (cart.length === 0) return null;
	return (
		<div className="pointer-events-none sticky bottom-4 z-10 flex justify-center px-4 max-sm:pe-20">
			<ButtonLink href={href("/cart")} className="pointer-events-auto flex-wrap gap-y-0 shadow-float">
				<Icon name="shopping-cart" />
				<span className="tabular-nums">
					View Cart: {formatCount(countItems(cart), "item")}, {formatMoney(shownTotal(cart))}
				</span>
				<span className="text-sm font-normal">before tax</span>
			</ButtonLink>
		</div>
	);
}
