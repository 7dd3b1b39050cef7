import { cartStore } from "~/features/cart/cart-store";

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
		const count = cartStore.snapshot().cart.length;
		this.hidden = count === 0;
		this.textContent = String(count);
		this.setAttribute("aria-label", count === 1 ? "1 item" : `${count} items`);
		this.setAttribute("role", "img");
	}
}

customElements.define("cart-badge", CartBadge);
