import { data, href } from "react-router";
import { CheckoutFrame } from "~/components/layout/checkout-frame";
import { pageTitle } from "~/components/layout/page-title";
import { servicesContext } from "~/context";
import { CartView } from "~/features/cart/components/cart-view";
import { CustomersCart } from "~/features/cart/components/customers-cart";
import { clearFlash, readFlash } from "~/lib/flash";
import { cartAction, isCartOfStaff, loadCart } from "~/middleware/cart";
import type { Route } from "./+types/cart";

export const handle = { hydrate: false };

export const meta = () => [
	{ title: pageTitle("Your Shopping Cart") },
	{ name: "description", content: "What you are buying, with prices, renewal prices and tax." },
	{ name: "robots", content: "noindex" },
];

export async function loader({ request, context }: Route.LoaderArgs) {
	const { APP_ORIGIN } = context.get(servicesContext).config;
	if (isCartOfStaff({ request, context })) return null;
	const flash = readFlash(APP_ORIGIN, request.headers.get("Cookie"));
	const cart = await loadCart({ request, context });
	return data({ ...cart, flash }, flash ? { headers: clearFlash(APP_ORIGIN) } : undefined);
}

export const action = ({ request, context }: Route.ActionArgs) => cartAction({ request, context }, href("/cart"));

export default function CartPage({ loaderData, actionData }: Route.ComponentProps) {
	return (
		<CheckoutFrame step={loaderData ? "cart" : null}>
			<div className="pt-2 pb-8 sm:py-6">
				{loaderData ? (
					<CartView
						{...loaderData}
						page={href("/cart")}
						answer={actionData}
						browseHref={href("/domains")}
						checkoutHref={href("/checkout")}
					/>
				) : (
					<CustomersCart />
				)}
			</div>
		</CheckoutFrame>
	);
}
