import { useSyncExternalStore } from "react";
import { cartStore, emptyCart } from "./cart-store";

/** The browser's cart. Updates when another tab changes it. `initialised` is false until storage has been read. */
export function useCart() {
	const snapshot = useSyncExternalStore(cartStore.subscribe, cartStore.snapshot, () => emptyCart);
	return { ...snapshot, store: cartStore };
}
