import { href } from "react-router";
import { pageTitle } from "~/components/layout/page-title";
import { CartView } from "~/features/cart/components/cart-view";
import { customerOf } from "~/middleware/as-customer";
import type { Route } from "./+types/cart";

export const meta: Route.MetaFunction = () => [{ title: pageTitle("Cart") }];

export async function loader({ context }: Route.LoaderArgs) {
	const { currency } = await customerOf(context);
	return { currency };
}

/** The shopping cart in the account's currency. */
export default function PortalCartPage({ loaderData }: Route.ComponentProps) {
	return <CartView currency={loaderData.currency} browseHref={href("/domains/search")} />;
}
