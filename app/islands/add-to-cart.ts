import { browserCart, type Shown } from "~/features/cart/browser-cart";
import { readCartChange } from "~/features/cart/cart-changes";
import { importWhenOnline } from "~/lib/import-script";

/** What happened, as a sentence for the customer. */
export interface Added {
	readonly added: boolean;
	readonly message: string;
}

declare global {
	interface DocumentEventMap {
		/** Fired on the element that was pressed. Call `preventDefault` to replace the toast. */
		"cart:added": CustomEvent<Added>;
	}
}

/** Not part of every page's script, because few visits show a toast. */
const loadToast = () => import("./toast");

/**
 * Around the form of features/cart/components/add-form.tsx. Adds its item without leaving the page. `data-added` shows
 * that the cart has the item, if the cart can have it only once.
 */
class AddToCart extends HTMLElement {
	static readonly observedAttributes = ["data-id"];
	private stop = () => {};

	connectedCallback(): void {
		this.addEventListener("submit", this);
		// Loaded while the button is still pressed.
		for (const press of ["pointerdown", "keydown"])
			this.addEventListener(press, () => void importWhenOnline(loadToast), { once: true, passive: true });
		this.stop = browserCart.subscribe(() => this.show());
		this.show();
	}

	disconnectedCallback(): void {
		this.stop();
	}

	/** React may reuse the element for another item. */
	attributeChangedCallback(): void {
		if (this.isConnected) this.show();
	}

	async handleEvent(event: Event): Promise<void> {
		const change = event.target instanceof HTMLFormElement && readCartChange(new FormData(event.target));
		if (!change) return;
		event.preventDefault();
		const shown: Shown = JSON.parse(this.dataset.shown ?? "{}");
		const { done: added, message } = await browserCart.change(change, shown);
		if (added) this.weave();
		const detail = { added, message: message ?? "" };
		const showToast = this.dispatchEvent(new CustomEvent("cart:added", { detail, bubbles: true, cancelable: true }));
		const show = async () => (await loadToast()).toast(detail.message, added ? "success" : "error");
		if (showToast) void importWhenOnline(show);
	}

	/** Weaves the cloth of the added name once more. */
	private weave(): void {
		const cloth = this.closest("li, article")?.querySelector("[data-cloth]");
		cloth?.classList.remove("weaves");
		// Reading a size makes the browser notice, so that the animation starts again.
		cloth?.getBoundingClientRect();
		cloth?.classList.add("weaves");
	}

	private show(): void {
		const { id, once } = this.dataset;
		if (once === undefined) return;
		const added = browserCart.read().cart.some((item) => item.id === id);
		this.toggleAttribute("data-added", added);
		const button = this.querySelector("button");
		button?.setAttribute("aria-label", `${added ? "Added" : "Add"} to Cart: ${button.dataset.subject}`);
	}
}

browserCart.start();
customElements.define("add-to-cart", AddToCart);
