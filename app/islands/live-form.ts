import { sendInTurn } from "~/features/cart/send-in-turn";
import { liveFormHeader } from "~/lib/live-form";
import { serverError, tooManyRequests } from "~/lib/unreachable";
import { pageReplaced, parsePage } from "./page-replaced";

type Submitter = HTMLElement | null | undefined;

const headers = { [liveFormHeader]: "1", Accept: "text/html" };
const busyForms = new Map<HTMLFormElement, () => void>();
/** Safari before 15.4 does not tell which button submits a form. */
let pressed: Submitter;
/** Id of the page's content. */
const main = "main";
let latest = 0;
let shownPath = location.pathname;

/**
 * Sends the forms of a page without React by `fetch`. Follows a redirect to another page. Any other answer replaces the
 * element around the form that has `data-live` and an id, or else the content of the page.
 *
 * - `data-busy-text` on a button: its text while the form is being sent.
 * - `data-native` on a form: the browser sends it.
 * - `data-submit-on-load` on a form: it is sent as soon as it is shown.
 * - `data-cart-form` on a form: its answer may change the cart.
 * - `data-offline-text` on a form: the message if there is no connection.
 * - `data-focus` on an element of the answer: gets the focus if the answer has no invalid field.
 */
document.addEventListener("submit", (event) => {
	const form = event.target as HTMLFormElement;
	const submitter: Submitter =
		event.submitter ?? (pressed?.closest("form") === form ? pressed : form.querySelector<HTMLElement>("[type=submit]"));
	// Attributes, because a field named `method` would hide the property.
	const isLive = form.getAttribute("method") === "post" && !form.hasAttribute("target") && form.closest("main");
	if (event.defaultPrevented || !isLive || form.dataset.native !== undefined) return;
	event.preventDefault();
	if (!busyForms.has(form)) void send(form, submitter);
});
document.addEventListener("click", ({ target }) => {
	pressed = target instanceof Element ? target.closest<HTMLElement>("[type=submit]") : null;
});
addEventListener("pageshow", ({ persisted }) => {
	if (persisted) for (const end of busyForms.values()) end();
});
addEventListener("popstate", () => {
	if (location.pathname !== shownPath) location.reload();
});

async function send(form: HTMLFormElement, submitter: Submitter): Promise<void> {
	latest += 1;
	const turn = latest;
	const data = new FormData(form);
	const name = submitter?.getAttribute("name");
	if (name) data.append(name, submitter?.getAttribute("value") ?? "");
	const action = submitter?.getAttribute("formaction") ?? form.getAttribute("action") ?? "";
	const end = showBusy(form, submitter);
	try {
		let address = new URL(action, location.href);
		// FormData without files.
		const body = new URLSearchParams(data as never);
		const post = () => fetch(address, { method: "POST", headers, body });
		let answer = await (form.dataset.cartForm === undefined ? post() : sendInTurn(post));
		const to = answer.headers.get("Location");
		if (to) {
			address = new URL(to, address);
			const next = address.pathname === location.pathname && (await fetch(address, { headers }).catch(() => null));
			// A page that leads on can't be shown here.
			if (!next || next.headers.has("Location")) {
				// Keeps the button busy until the browser leaves the page.
				location.assign(address);
				return;
			}
			answer = next;
		}
		const page = parsePage(await answer.text());
		if (turn === latest) show(form, page, answer, address);
	} catch {
		if (form.isConnected) showProblem(form, form.dataset.offlineText ?? serverError);
	}
	end();
}

/** Returns a function that ends the busy state. */
function showBusy(form: HTMLFormElement, button: Submitter): () => void {
	form.querySelector("[data-problem]")?.remove();
	const label = button?.querySelector("[aria-live]");
	const before = [...(label?.childNodes ?? [])];
	const text = button?.dataset.busyText;
	// Not `disabled`, because then the button would lose the focus.
	button?.setAttribute("aria-disabled", "true");
	if (label && text) {
		// A new element: replacing the text in place would count as a layout shift.
		const busy = document.createElement("span");
		busy.textContent = text;
		label.replaceChildren(busy);
	}
	const end = () => {
		busyForms.delete(form);
		button?.removeAttribute("aria-disabled");
		if (label && text) label.replaceChildren(...before);
	};
	busyForms.set(form, end);
	return end;
}

function show(form: HTMLFormElement, page: Document, { status }: Response, address: URL): void {
	const [region, next] = replaceable(form, page) ?? [];
	// An error page would replace what was typed.
	if (!region || !next || (status >= 429 && !next.querySelector("form"))) {
		showProblem(form, status === 429 ? tooManyRequests : serverError);
		return;
	}
	if (region.id === main) showAddress(page.title, address);
	const focused = document.activeElement?.id;
	// The server never returns passwords.
	const typed = [...form.querySelectorAll<HTMLInputElement>("[autocomplete$=-password]")];
	region.replaceChildren(...next.childNodes);
	for (const { name, value } of typed) {
		const field = region.querySelector<HTMLInputElement>(`[name="${name}"]:not([aria-invalid=true])`);
		if (field) field.value = value;
	}
	document.dispatchEvent(new Event(pageReplaced));
	moveFocus(region, focused);
	submitOnLoad();
}

/** The element to replace, and its replacement. */
function replaceable(form: HTMLFormElement, page: Document): [Element, Element] | null {
	for (const id of [form.closest("[data-live][id]")?.id, main]) {
		const [old, next] = id ? [document.getElementById(id), page.getElementById(id)] : [];
		if (old && next) return [old, next];
	}
	return null;
}

function showAddress(title: string, address: URL): void {
	document.title = title;
	if (address.pathname === shownPath) history.replaceState(null, "", address);
	else history.pushState(null, "", address);
	shownPath = address.pathname;
}

/** @param id of the element that had the focus */
function moveFocus(region: Element, id: string | undefined): void {
	// islands/form-error.ts moves the focus to the error.
	if (region.querySelector("form-error")) return;
	const find = (selector: string) => region.querySelector<HTMLElement>(selector);
	const target =
		find("[aria-invalid=true]") ??
		find("[data-focus],[autofocus]") ??
		find("[role=alert][tabindex]") ??
		(id ? document.getElementById(id) : null);
	target?.focus();
	if (document.activeElement === document.body) document.getElementById(main)?.focus({ preventScroll: true });
}

function showProblem(form: HTMLFormElement, message: string): void {
	const problem = document.createElement("p");
	problem.className = "rounded-field bg-danger-wash px-4 py-3 font-semibold text-danger";
	problem.dataset.problem = "";
	problem.setAttribute("role", "alert");
	problem.tabIndex = -1;
	problem.textContent = message;
	form.insertBefore(problem, form.firstChild);
	problem.focus();
}

function submitOnLoad(): void {
	document.querySelector<HTMLElement>("form[data-submit-on-load] [type=submit]")?.click();
}

submitOnLoad();
