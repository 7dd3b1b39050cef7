import { browserCart, type Shown } from "~/features/cart/browser-cart";
import { encodeCart } from "~/features/cart/cart-cookie";
import { liveFormHeader } from "~/lib/live-form";
import { changeByForm, changeQuantity } from "./cart-forms";
import { keepTyped, keepTypedInTab } from "./keep-typed";
import { pageReplaced, parsePage } from "./page-replaced";
import { toast } from "./toast";

const offline = "You are offline. Your change is saved, and the total is not up to date.";

/** A page of the shop with the cart. Applies changes to the cookie, then shows the server's answer to it. */
const page = () => document.querySelector<HTMLElement>("[data-cart-page]");

let latest: AbortController | undefined;

/** Fulfilled once no pointer is pressed, because a click is lost if its button is replaced before the release. */
let released = Promise.resolve();
let release = () => {};

const fieldsOf = (root: Element) => [...root.querySelectorAll<HTMLInputElement>("[data-cart-form] input[id]")];

/** Keeps what is typed and not sent. Where the server has another value than before, that one is shown. */
function copyTyped(old: Element, next: Element): void {
	const fields = fieldsOf(next);
	for (const { id, value, defaultValue } of fieldsOf(old)) {
		const field = fields.find((each) => each.id === id);
		if (!field || value === defaultValue || field.defaultValue !== defaultValue) continue;
		field.value = value;
		field.closest("details")?.setAttribute("open", "");
	}
}

/** The focused element, what its form names, or the field of its form, because a refused value is corrected there. */
function focusedId(): string | undefined {
	const focused = document.activeElement;
	const form = focused?.closest<HTMLElement>("[data-cart-form]");
	return focused?.id || form?.dataset.nextFocus || form?.querySelector("input[id]")?.id;
}

/** Replaces the cart by the server's answer to the newest cookie. */
async function refresh(): Promise<void> {
	const old = page();
	if (!old) return;
	latest?.abort();
	latest = new AbortController();
	const { signal } = latest;
	const status = old.querySelector("[data-cart-status]");
	if (status) status.textContent = "Loading your cart...";
	try {
		const headers = { [liveFormHeader]: "1", Accept: "text/html" };
		const answer = await fetch(location.pathname, { headers, signal });
		const next = parsePage(await answer.text()).querySelector("[data-cart-page]");
		if (!next) return location.reload();
		await released;
		// The press may have changed the cart again.
		if (signal.aborted) return;
		const focused = focusedId();
		const putBack = keepTyped(old);
		copyTyped(old, next);
		old.replaceWith(document.importNode(next, true));
		putBack();
		document.dispatchEvent(new Event(pageReplaced));
		if (focused && document.activeElement === document.body) {
			(document.getElementById(focused) ?? document.getElementById("cart-items"))?.focus();
		}
	} catch (error) {
		if ((error as Error).name !== "AbortError") toast(offline, "error");
	}
}

/** Updates the copy in local storage, and the page if it shows another cart than the cookie has. */
function compare(): void {
	const shown = page();
	if (!shown) return;
	const lines = [...shown.querySelectorAll<HTMLElement>("[data-cart-line]")];
	browserCart.sync(
		new Map(lines.map(({ dataset }) => [dataset.cartLine ?? "", JSON.parse(dataset.shown ?? "{}") as Shown])),
	);
	if (shown.dataset.cartPage !== encodeCart(browserCart.read())) void refresh();
}

/** Whether a promo code was typed and not applied, so that no one pays the full price by mistake. Leads to the code. */
function hasTypedPromo(form: HTMLFormElement): boolean {
	const promo = form
		.closest("[data-cart-page]")
		?.querySelector<HTMLInputElement>("input[name=promo]:not([type=hidden])");
	if (!promo?.value.trim()) return false;
	promo.closest("details")?.setAttribute("open", "");
	promo.focus();
	toast("Apply your promo code first, or clear it.", "error");
	return true;
}

// Before live-form.ts, which sends the forms that only the server can answer.
document.addEventListener(
	"submit",
	(event) => {
		const form = event.target as HTMLFormElement;
		if (form.id === "checkout" && hasTypedPromo(form)) event.preventDefault();
		if (form.dataset.cartForm === undefined || !form.closest("[data-cart-page]")) return;
		if (changeByForm(form, event.submitter)) event.preventDefault();
	},
	true,
);
document.addEventListener("pointerdown", () => {
	released = new Promise((resolve) => {
		release = resolve;
	});
});
// After the click, which follows the release.
for (const event of ["pointerup", "pointercancel"]) document.addEventListener(event, () => setTimeout(release));
document.addEventListener("change", ({ target }) => changeQuantity(target));
window.addEventListener("pageshow", ({ persisted }) => {
	if (persisted) compare();
});
document.addEventListener(pageReplaced, compare);
browserCart.subscribe(compare);
keepTypedInTab();
compare();
