import type { NewCartItem } from "~/features/cart/cart-item";
import { type AddOutcome, cartStore } from "~/features/cart/cart-store";
import { toast } from "./toast";

declare global {
	interface DocumentEventMap {
		/** From the button that was pressed. Whoever prevents its default tells the visitor instead of the toast. */
		"cart:added": CustomEvent<AddOutcome>;
	}
}

/** `<button data-add-to-cart='{…NewCartItem}'>` puts that item into the cart and says so. */
document.addEventListener("click", ({ target }) => {
	const control = target instanceof Element ? target.closest<HTMLElement>("[data-add-to-cart]") : null;
	if (!control?.dataset.addToCart) return;
	const item: NewCartItem = JSON.parse(control.dataset.addToCart);
	const detail = cartStore.add(item);
	const untold = control.dispatchEvent(new CustomEvent("cart:added", { detail, bubbles: true, cancelable: true }));
	if (untold) toast(detail.message, detail.added ? "success" : "error");
});
