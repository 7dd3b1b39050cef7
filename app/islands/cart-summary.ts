import { browserCart } from "~/features/cart/browser-cart";
import { countItems, shownTotal } from "~/features/cart/shown-amount";
import { formatCount } from "~/lib/format-count";
import { formatMoney } from "~/lib/money";

/** "View Cart: 2 items, Ksh 1,450". Hidden if the cart is empty. */
class CartSummary extends HTMLElement {
	#stop = () => {};

	connectedCallback(): void {
		this.#stop = browserCart.subscribe(() => this.#show());
		this.#show();
	}

	disconnectedCallback(): void {
		this.#stop();
	}

	#show(): void {
		const { cart } = browserCart.readShown();
		this.hidden = cart.length === 0;
		const text = this.querySelector("[data-text]");
		if (text)
			text.textContent = `View Cart: ${formatCount(countItems(cart), "item")}, ${formatMoney(shownTotal(cart))}`;
	}
}

customElements.define("cart-summary", CartSummary);
