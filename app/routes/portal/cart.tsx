import { href } from "react-router";
import { pageTitle } from "~/components/layout/page-title";
import { CartView } from "~/features/cart/components/cart-view";
import { CustomersCart } from "~/features/cart/components/customers-cart";
import { useCartForms } from "~/features/cart/use-cart-forms";
import { customerOf } from "~/middleware/as-customer";
import { cartAction, isCartOfStaff, loadCart } from "~/middleware/cart";
import type { Route } from "./+types/cart";

export const meta: Route.MetaFunction = () => [{ title: pageTitle("Cart") }];

export async function loader({ request, context }: Route.LoaderArgs) {
	await customerOf(context);
	return isCartOfStaff({ request, context }) ? null : loadCart({ request, context });
}

export const action = ({ request, context }: Route.ActionArgs) =>
	cartAction({ request, context }, href("/dashboard/cart"));

/** The shopping cart in the account's currency. */
export default function PortalCartPage({ loaderData, actionData }: Route.ComponentProps) {
	return (
		<div {...useCartForms()}>
			{loaderData ? (
				<CartView
					{...loaderData}
					page={href("/dashboard/cart")}
					answer={actionData}
					browseHref={href("/domains/search")}
					checkoutHref={href("/checkout")}
				/>
			) : (
				<CustomersCart />
			)}
		</div>
	);
}
