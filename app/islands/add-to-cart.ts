import type { NewCartItem } from "~/features/cart/cart-item";
import { type AddOutcome, cartStore } from "~/features/cart/cart-store";
import { toast } from "./toast";

declare global {
	interface DocumentEventMap {
		/** Fired on the pressed button. Call `preventDefault` to replace the toast. */
		"cart:added": CustomEvent<AddOutcome>;
	}
}

/** `<button data-add-to-cart='{…NewCartItem}'>` adds the item to the cart and shows a toast. */
document.addEventListener("click", ({ target }) => {
	const control = target instanceof Element ? target.closest<HTMLElement>("[data-add-to-cart]") : null;
	if (!control?.dataset.addToCart) return;
	const item: NewCartItem = JSON.parse(control.dataset.addToCart);
	const detail = cartStore.add(item);
	const showToast = control.dispatchEvent(new CustomEvent("cart:added", { detail, bubbles: true, cancelable: true }));
	if (showToast) toast(detail.message, detail.added ? "success" : "error");
});
