import { href } from "react-router";
import { ButtonLink } from "~/components/ui/button";
import { Icon } from "~/components/ui/icon";
import { browserCart } from "~/features/cart/browser-cart";
import { cartEntries } from "~/features/cart/entries";
import { estimate } from "~/features/cart/estimate";
import { countItems, shownTotal } from "~/features/cart/shown-amount";
import { useAccountCurrency } from "~/features/cart/use-account-currency";
import { useCart } from "~/features/cart/use-cart";
import { formatCount } from "~/lib/format-count";
import { formatMoney } from "~/lib/money";

/** Count and total of the cart. Renders nothing while it is empty. */
export function CartSummary() {
	const cart = useCart()?.cart ?? [];
	const currency = useAccountCurrency();
	if (cart.length === 0) return null;
	// Items in the cart have shilling prices.
	const total =
		currency === "KES"
			? shownTotal(browserCart.readShown().cart)
			: estimate(cartEntries(cart), currency, null).subtotal;
	return (
		<div className="pointer-events-none sticky bottom-4 z-10 flex justify-center px-4 max-sm:pe-20">
			<ButtonLink href={href("/cart")} className="pointer-events-auto flex-wrap gap-y-0 shadow-float">
				<Icon name="shopping-cart" />
				<span className="tabular-nums">
					View Cart: {formatCount(countItems(cart), "item")}, {formatMoney(total)}
				</span>
				<span className="text-sm font-normal">before tax</span>
			</ButtonLink>
		</div>
	);
}
