import { href } from "react-router";
import { pageTitle } from "~/components/layout/page-title";
import { CartView } from "~/features/cart/components/cart-view";
import { useAccountCurrency } from "~/features/cart/use-account-currency";

export const meta = () => [{ title: pageTitle("Your Shopping Cart") }, { name: "robots", content: "noindex" }];

export default function CartPage() {
	return (
		<div className="py-8 sm:py-12">
			<CartView currency={useAccountCurrency()} browseHref={href("/domains")} />
		</div>
	);
}
