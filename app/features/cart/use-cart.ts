import { useSyncExternalStore } from "react";
import { cartStore, emptyCart } from "./cart-store";

/** The cart of this browser, in step with every other page; `initialised` is false until it has been read. */
export function useCart() {
	const snapshot = useSyncExternalStore(cartStore.subscribe, cartStore.snapshot, () => emptyCart);
	return { ...snapshot, store: cartStore };
}
