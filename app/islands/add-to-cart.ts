import type { NewCartItem } from "~/features/cart/cart-item";
import { cartStore } from "~/features/cart/cart-store";
import { toast } from "./toast";

/** `<button data-add-to-cart='{…NewCartItem}'>` puts that item into the cart and says so. */
document.addEventListener("click", ({ target }) => {
	const control = target instanceof Element ? target.closest<HTMLElement>("[data-add-to-cart]") : null;
	if (!control?.dataset.addToCart) return;
	const item: NewCartItem = JSON.parse(control.dataset.addToCart);
	const { added, message } = cartStore.add(item);
	toast(message, added ? "success" : "error");
});
