import { browserCart } from "~/features/cart/browser-cart";
import { type CartChange, readCartChange } from "~/features/cart/cart-changes";
import { toast } from "./toast";

/** Applies what a form of the cart asks for in the browser. Returns false if only the server can do it. */
export function changeByForm(form: HTMLFormElement, submitter?: HTMLElement | null): boolean {
	const data = new FormData(form);
	const name = submitter?.getAttribute("name");
	if (name) data.append(name, submitter?.getAttribute("value") ?? "");
	const change = readCartChange(data);
	if (!change) return false;
	// An empty promo code asks for nothing, unless a refused code was cleared. The button that removes a code has its own form.
	const typed = form.querySelector<HTMLInputElement>("input:not([type=hidden])");
	if (change.intent === "promo" && change.code === null && typed?.defaultValue === "") return true;
	const step = Number(data.get("step"));
	void apply(change.intent === "quantity" && step ? { ...change, quantity: step, isStep: true } : change);
	// A field in which someone has typed does not follow the server's value.
	const field = form.querySelector<HTMLInputElement>("[name=quantity]");
	if (change.intent === "quantity" && field)
		field.value = String(Math.min(Math.max(1, change.quantity), Number(field.max)));
	return true;
}

/** Applies a typed quantity. Shows the last one again if it is not a number from 1. */
export function changeQuantity(field: EventTarget | null): void {
	if (!(field instanceof HTMLInputElement) || field.name !== "quantity") return;
	const form = field.form;
	if (!form || form.dataset.cartForm === undefined) return;
	const quantity = Math.floor(Number(field.value));
	if (!(quantity >= 1)) {
		field.value = field.defaultValue;
		return;
	}
	field.value = String(Math.min(quantity, Number(field.max)));
	changeByForm(form);
}

async function apply(change: CartChange): Promise<void> {
	// The pressed button goes away with its row.
	if ("id" in change && change.intent !== "quantity") document.getElementById("cart-items")?.focus();
	const { done, message, undo } = await browserCart.change(change);
	if (message === null) return;
	const tone = done ? (undo ? "info" : "success") : "error";
	toast(message, tone, undo && { label: "Undo", run: () => void browserCart.change(undo) });
}
