import { ButtonLink } from "~/components/ui/button";
import { Icon } from "~/components/ui/icon";
import type { CartItem } from "~/features/cart/cart-item";
import { useCart } from "~/features/cart/use-cart";
import { registrationPrice, renewalPrice } from "~/features/catalog/domain-prices";
import { add, formatMoney, kes, type Money, money, multiply } from "~/lib/money";

/** How many things the cart holds and what they come to; nothing while it is empty. */
export function CartSummary() {
	const { cart } = useCart();
	if (cart.length === 0) return null;
	const total = cart.map(amountOf).reduce(add, kes(0));
	return (
		<div className="pointer-events-none sticky bottom-4 z-10 flex justify-center px-4 max-sm:pe-20">
			<ButtonLink href="/cart" className="pointer-events-auto flex-wrap gap-y-0 shadow-float">
				<Icon name="shopping-cart" />
				<span className="tabular-nums">
					View Cart: {cart.length} {cart.length === 1 ? "item" : "items"}, {formatMoney(total)}
				</span>
				<span className="text-sm font-normal">before tax</span>
			</ButtonLink>
		</div>
	);
}

/** As shown when it was added; a domain's further years cost its renewal price. */
function amountOf({ price, quantity, tld, category }: CartItem): Money {
	const first = money(Math.round(price * 100), "KES");
	const registration = category === "domain" || category === "extension";
	if (!registration || !tld) return multiply(first, quantity);
	const listed = registrationPrice(tld, 1).amount === first.amount;
	return add(first, multiply(listed ? renewalPrice(tld) : first, quantity - 1));
}
