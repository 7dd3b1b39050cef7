import { cartStore } from "~/features/cart/cart-store";
import { countItems } from "~/features/cart/shown-amount";
import { formatCount } from "~/lib/format-count";

/** The number of items in the cart. Hidden if the cart is empty. */
class CartBadge extends HTMLElement {
	#stop = () => {};

	connectedCallback(): void {
		this.#stop = cartStore.subscribe(() => this.#show());
		this.#show();
	}

	disconnectedCallback(): void {
		this.#stop();
	}

	#show(): void {
		const count = countItems(cartStore.snapshot().cart);
		this.hidden = count === 0;
		this.textContent = String(count);
		this.setAttribute("aria-label", formatCount(count, "item"));
		this.setAttribute("role", "img");
	}
}

customElements.define("cart-badge", CartBadge);
