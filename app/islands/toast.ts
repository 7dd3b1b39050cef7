/** Milliseconds that a message stays, and that it takes to come and to go. */
export const toastDuration = 4000;
export const toastAnimation = 230;

export type ToastTone = "success" | "error" | "info";

interface ToastAction {
	/** "Undo". */
	label: string;
	run(): void;
}

/**
 * A short message at the top right, in both zones and without React. It waits while the pointer or the focus is on it.
 * Whoever works by keyboard and has just lost the focus, because what had it was removed, finds it on the action.
 * root.tsx renders the region, so that screen readers know it before its first message.
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
	const act =
		action &&
		button(action.label, "toast-action", () => {
			action.run();
			leave();
		});
	if (act) item.appendChild(act);
	const close = button("", "toast-close", () => leave());
	close.setAttribute("aria-label", "Dismiss");
	item.appendChild(close);

	let timer = 0;
	const wait = () => {
		clearTimeout(timer);
		timer = window.setTimeout(leave, toastDuration);
	};
	const hold = () => clearTimeout(timer);
	const leave = () => {
		if (item.contains(document.activeElement)) document.getElementById("main")?.focus({ preventScroll: true });
		hold();
		item.dataset.leaving = "";
		window.setTimeout(() => {
			item.remove();
			if (region.childElementCount === 0) lower(region);
		}, toastAnimation);
	};
	item.addEventListener("pointerenter", hold);
	item.addEventListener("pointerleave", wait);
	item.addEventListener("focusin", hold);
	item.addEventListener("focusout", wait);
	item.addEventListener("keydown", ({ key }) => key === "Escape" && leave());

	raise(region);
	region.appendChild(item);
	wait();
	if (act) offer(act);
}

function offer(act: HTMLElement): void {
	if (document.activeElement !== document.body) return;
	act.focus({ preventScroll: true });
	if (!act.matches(":focus-visible")) act.blur();
}

function button(label: string, className: string, onClick: () => void): HTMLButtonElement {
	const element = document.createElement("button");
	element.type = "button";
	element.className = className;
	element.textContent = label;
	element.addEventListener("click", onClick);
	return element;
}

/** Above an open dialog too: the top layer shows what entered it last. */
function raise(region: HTMLElement): void {
	if (!("popover" in region)) return;
	lower(region);
	region.showPopover();
}

function lower(region: HTMLElement): void {
	if ("popover" in region && region.matches(":popover-open")) region.hidePopover();
}
