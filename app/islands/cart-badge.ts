import { cartStore } from "~/features/cart/cart-store";
import { countItems } from "~/features/cart/shown-amount";
import { formatCount } from "~/lib/format-count";

/** How many things are in the cart; nothing when it is empty. */
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
