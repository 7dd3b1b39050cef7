import { browserCart } from "~/features/cart/browser-cart";
import { countsYears, type ShownItem } from "~/features/cart/cart-item";
import { countItems, shownAmount, shownTotal } from "~/features/cart/shown-amount";
import { SECOND } from "~/lib/durations";
import { formatCount } from "~/lib/format-count";
import { formatMoney } from "~/lib/money";

/** The drawer closes after this time without interaction. */
const closeAfterMs = 3 * SECOND;

/** The cart drawer of the hardware page. Opens on every Add to Cart, says what was added and closes automatically. */
class CartDrawer extends HTMLElement {
	private timer: ReturnType<typeof setTimeout> | undefined;

	connectedCallback() {
		const dialog = this.dialog;
		// Without dialogs (Safari before 15.4) a toast shows the message.
		if (!dialog || !("HTMLDialogElement" in window)) return;
		browserCart.subscribe(() => this.render());
		document.addEventListener("cart:added", (event) => {
			if (!(event.target instanceof Element && event.target.closest("[data-drawer]"))) return;
			// Shows the message in the drawer, because the drawer would cover a toast.
			event.preventDefault();
			this.put("[data-banner]", event.detail.message);
			this.open();
		});
		dialog.addEventListener("click", ({ target }) => {
			const element = target instanceof Element ? target : null;
			const id = element?.closest<HTMLElement>("[data-remove]")?.dataset.remove;
			if (id) void browserCart.change({ intent: "remove", id });
			// A click on the backdrop targets the dialog. Everything else is inside its only child.
			else if (element === dialog || element?.closest("[data-close]")) dialog.close();
		});
		// On the panel, because pointer events on the backdrop also target the dialog. `pointermove` instead of
		// `pointerenter`, because the panel may open under a pointer that isn't moving.
		const panel = dialog.firstElementChild;
		for (const event of ["pointermove", "focusin", "keydown"])
			panel?.addEventListener(event, () => clearTimeout(this.timer));
		panel?.addEventListener("pointerleave", () => this.startTimer());
	}

	private get dialog() {
		return this.querySelector("dialog");
	}

	private open() {
		this.render();
		if (!this.dialog?.open) this.dialog?.showModal();
		// After the focus has moved into the dialog, because `focusin` stops the timer.
		setTimeout(() => this.startTimer());
	}

	private startTimer() {
		clearTimeout(this.timer);
		this.timer = setTimeout(() => this.dialog?.close(), closeAfterMs);
	}

	private render() {
		const { cart } = browserCart.readShown();
		this.put("[data-count]", formatCount(countItems(cart), "item"));
		this.put("[data-total]", formatMoney(shownTotal(cart)));
		this.toggle("[data-empty]", cart.length === 0);
		this.toggle("[data-filled]", cart.length > 0);
		this.querySelector("[data-items]")?.replaceChildren(...cart.map((item) => this.row(item)));
	}

	private row(item: ShownItem): Node {
		const template = this.querySelector<HTMLTemplateElement>("template");
		const row = template?.content.cloneNode(true) as DocumentFragment;
		const put = (selector: string, text: string) => {
			const element = row.querySelector(selector);
			if (element) element.textContent = text;
		};
		put("[data-name]", titleOf(item));
		put("[data-amount]", formatMoney(shownAmount(item)));
		const remove = row.querySelector<HTMLElement>("button");
		if (remove) {
			remove.dataset.remove = item.id;
			remove.setAttribute("aria-label", `Remove ${item.name}`);
		}
		return row;
	}

	private put(selector: string, text: string) {
		const element = this.querySelector(selector);
		if (element) element.textContent = text;
	}

	private toggle(selector: string, shown: boolean) {
		const element = this.querySelector<HTMLElement>(selector);
		if (element) element.hidden = !shown;
	}
}

function titleOf({ name, quantity, category }: ShownItem): string {
	if (quantity === 1) return name;
	return countsYears(category) ? `${name}, ${quantity} years` : `${name} × ${quantity}`;
}

customElements.define("cart-drawer", CartDrawer);
