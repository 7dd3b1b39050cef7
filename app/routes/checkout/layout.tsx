import { Outlet } from "react-router";
import { StorefrontLayout } from "~/components/layout/storefront-layout";
import { requireCustomer } from "~/middleware/require-customer";
import type { Route } from "./+types/layout";

/** Whoever is not signed in goes through the sign-in and comes back here; the cart waits in the browser. */
export const middleware: Route.MiddlewareFunction[] = [requireCustomer];

/** Without a loader the guard would not run for navigations inside the app. */
export const loader = () => null;

export default function CheckoutLayout() {
	return (
		<StorefrontLayout>
			<Outlet />
		</StorefrontLayout>
	);
}
