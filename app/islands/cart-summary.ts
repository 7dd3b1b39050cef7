import { browserCart } from "~/features/cart/browser-cart";
import { countItems, shownTotal } from "~/features/cart/shown-amount";
import { formatCount } from "~/lib/format-count";
import { formatMoney } from "~/lib/money";
import { readAccount } from "./account-hint";
import { CartView } from "./cart-view";

/** "2 items, Ksh 1,450". Hidden if the cart is empty. */
class CartSummary extends CartView {
	protected show(): void {
		const { cart } = browserCart.readShown();
		// The browser knows only shilling prices.
		const total = readAccount()?.currency === "USD" ? "" : `, ${formatMoney(shownTotal(cart))}`;
		this.hidden = cart.length === 0;
		const text = this.querySelector("[data-text]");
		if (text) text.textContent = `${formatCount(countItems(cart), "item")}${total}`;
	}
}

customElements.define("cart-summary", CartSummary);
