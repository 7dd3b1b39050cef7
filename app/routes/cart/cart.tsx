import { data, href } from "react-router";
import { pageTitle } from "~/components/layout/page-title";
import { CartView } from "~/features/cart/components/cart-view";
import { useAccountCurrency } from "~/features/cart/use-account-currency";
import { readForm } from "~/lib/form-data";
import { changeCartByForm } from "~/middleware/cart";
import type { Route } from "./+types/cart";

export const meta = () => [{ title: pageTitle("Your Shopping Cart") }, { name: "robots", content: "noindex" }];

export async function action({ request, context }: Route.ActionArgs) {
	return changeCartByForm({ request, context }, await readForm(request), href("/cart")) ?? data(null, { status: 400 });
}

export default function CartPage() {
	return (
		<div className="py-8 sm:py-12">
			<CartView currency={useAccountCurrency()} browseHref={href("/domains")} />
		</div>
	);
}
