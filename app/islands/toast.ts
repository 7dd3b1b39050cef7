/** Milliseconds that a toast stays visible. */
export const toastDuration = 4000;
/** Milliseconds of the enter and leave animations. */
export const toastAnimation = 230;

export type ToastTone = "success" | "error" | "info";

interface ToastAction {
	/** "Undo". */
	label: string;
	run(): void;
}

/**
 * Shows a short message at the top right. Works with and without React. Stays while the pointer or the focus is on it.
 * If a keyboard user lost the focus because the focused control was removed, the action button gets it.
 * root.tsx renders the region in advance, because screen readers only announce changes in an existing live region.
 */
export function toast(message: string, tone: ToastTone = "info", action?: ToastAction): void {
	const region = document.getElementById("toasts");
	if (!region) return;
	const item = document.createElement("div");
	item.className = "toast";
	item.dataset.tone = tone;

	const text = document.createElement("p");
	text.textContent = message;
	item.appendChild(text);
	const actionButton =
		action &&
		button(action.label, "toast-action", () => {
			action.run();
			dismiss();
		});
	if (actionButton) item.appendChild(actionButton);
	const close = button("", "toast-close", () => dismiss());
	close.setAttribute("aria-label", "Dismiss");
	item.appendChild(close);

	let timer = 0;
	const startTimer = () => {
		clearTimeout(timer);
		timer = window.setTimeout(dismiss, toastDuration);
	};
	const stopTimer = () => clearTimeout(timer);
	const dismiss = () => {
		if (item.contains(document.activeElement)) document.getElementById("main")?.focus({ preventScroll: true });
		stopTimer();
		item.dataset.leaving = "";
		window.setTimeout(() => {
			item.remove();
			if (region.childElementCount === 0) hideRegion(region);
		}, toastAnimation);
	};
	item.addEventListener("pointerenter", stopTimer);
	item.addEventListener("pointerleave", startTimer);
	item.addEventListener("focusin", stopTimer);
	item.addEventListener("focusout", startTimer);
	item.addEventListener("keydown", ({ key }) => key === "Escape" && dismiss());
	// The next form replaces the error of the last one. Later, because the toast may be shown while a form is submitted.
	if (tone === "error") setTimeout(() => document.addEventListener("submit", dismiss, { once: true }));

	showOnTop(region);
	region.appendChild(item);
	startTimer();
	if (actionButton) focusIfLost(actionButton);
}

/** `<output data-toast="success">` of the server becomes a toast. Pages without script show it in its place. */
export function showToasts(): void {
	for (const output of document.querySelectorAll<HTMLElement>("output[data-toast]")) {
		toast(output.textContent, output.dataset.toast as ToastTone);
		output.remove();
	}
}

function focusIfLost(control: HTMLElement): void {
	if (document.activeElement !== document.body) return;
	control.focus({ preventScroll: true });
	// Mouse and touch users keep the focus where it is.
	if (!control.matches(":focus-visible")) control.blur();
}

function button(label: string, className: string, onClick: () => void): HTMLButtonElement {
	const element = document.createElement("button");
	element.type = "button";
	element.className = className;
	element.textContent = label;
	element.addEventListener("click", onClick);
	return element;
}

/** Reopens the popover, because the top layer shows the newest element above open dialogs. */
function showOnTop(region: HTMLElement): void {
	if (!("popover" in region)) return;
	hideRegion(region);
	region.showPopover();
}

function hideRegion(region: HTMLElement): void {
	if ("popover" in region && region.matches(":popover-open")) region.hidePopover();
}
