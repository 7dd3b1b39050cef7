import { browserCart } from "~/features/cart/browser-cart";
import { countItems } from "~/features/cart/shown-amount";
import { formatCount } from "~/lib/format-count";
import { CartView } from "./cart-view";

/** The number of items in the cart. Hidden if the cart is empty. */
class CartBadge extends CartView {
	protected show(): void {
		const count = countItems(browserCart.read().cart);
		this.hidden = count === 0;
		this.textContent = String(count);
		this.setAttribute("aria-label", formatCount(count, "item"));
		this.setAttribute("role", "img");
	}
}

customElements.define("cart-badge", CartBadge);
