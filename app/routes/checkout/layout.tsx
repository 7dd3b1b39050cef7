import { Outlet } from "react-router";
import { requireCustomer } from "~/middleware/require-customer";
import type { Route } from "./+types/layout";

/** Sends visitors to the sign-in page and back. The cart stays in the browser. */
export const middleware: Route.MiddlewareFunction[] = [requireCustomer];

/** Required so that the middleware runs on client-side navigations. */
export const loader = () => null;

/** Each page renders the frame, because only the page knows its step. */
export default function CheckoutLayout() {
	return <Outlet />;
}
