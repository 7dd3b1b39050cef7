import { browserCart } from "~/features/cart/browser-cart";

/** An element that shows something of the cart, again after each change of this page or another tab. */
export abstract class CartView extends HTMLElement {
	private stop = () => {};

	connectedCallback(): void {
		this.stop = browserCart.subscribe(() => this.show());
		this.show();
	}

	disconnectedCallback(): void {
		this.stop();
	}

	protected abstract show(): void;
}
