import { data, href } from "react-router";
import { CheckoutFrame } from "~/components/layout/checkout-frame";
import { pageTitle } from "~/components/layout/page-title";
import { ButtonLink } from "~/components/ui/button";
import { Card } from "~/components/ui/card";
import { EmptyState } from "~/components/ui/empty-state";
import { Heading } from "~/components/ui/heading";
import { servicesContext } from "~/context";
import { sessionTokenOf } from "~/features/accounts/session-cookie";
import { CartView } from "~/features/cart/components/cart-view";
import { clearFlash, readFlash } from "~/lib/flash";
import { isActing } from "~/lib/staff-as-customer";
import { cartAction, loadCart } from "~/middleware/cart";
import type { Route } from "./+types/cart";

export const handle = { hydrate: false };

export const meta = () => [
	{ title: pageTitle("Your Shopping Cart") },
	{ name: "description", content: "What you are buying, with prices, renewal prices and tax." },
	{ name: "robots", content: "noindex" },
];

export async function loader({ request, context }: Route.LoaderArgs) {
	const { APP_ORIGIN } = context.get(servicesContext).config;
	const cookies = request.headers.get("Cookie");
	// The cart of this browser is not the customer's.
	if (isActing(sessionTokenOf(APP_ORIGIN, cookies) ?? "")) return null;
	const flash = readFlash(APP_ORIGIN, cookies);
	const cart = await loadCart({ request, context });
	return data({ ...cart, flash }, flash ? { headers: clearFlash(APP_ORIGIN) } : undefined);
}

export const action = ({ request, context }: Route.ActionArgs) => cartAction({ request, context }, href("/cart"));

export default function CartPage({ loaderData, actionData }: Route.ComponentProps) {
	return (
		<CheckoutFrame step="cart">
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

/** Instead of the cart, while staff are signed in as a customer. */
const CustomersCart = () => (
	<div className="page-column">
		<Heading level={1} dot className="mt-2 mb-8">
			The customer's cart
		</Heading>
		<Card>
			<EmptyState
				icon="shopping-cart"
				title="You can't see it from here"
				action={<ButtonLink href={href("/dashboard")}>Back to the overview</ButtonLink>}
			>
				A cart is stored in the customer's own browser, not in their account. To order something for them, use Order on
				their page at the desk.
			</EmptyState>
		</Card>
	</div>
);
