import { useSyncExternalStore } from "react";
import { browserCart } from "./browser-cart";
import { type CartState, decodeCart, emptyCart, encodeCart } from "./cart-cookie";

/** The browser's cart, for pages with React. Null until the page is hydrated. Updates when another tab changes it. */
export function useCart(): CartState | null {
	const value = useSyncExternalStore(
		browserCart.subscribe,
		() => encodeCart(browserCart.read()),
		() => null,
	);
	return value === null ? null : (decodeCart(value) ?? emptyCart);
}
