/**
 * The menu and the bell of the portal in browsers without popovers. `data-shown` replaces `:popover-open`, and
 * `data-popovers` says that this script runs.
 */
const findShown = () => document.querySelector<HTMLElement>("[data-shown]");
let opener: HTMLElement | null = null;

function close(): void {
	findShown()?.removeAttribute("data-shown");
	opener?.removeAttribute("aria-expanded");
}

document.addEventListener("click", (event) => {
	const target = event.target as Element;
	const shown = findShown();
	if (shown && (!shown.contains(target) || target.closest("[popovertargetaction=hide]"))) close();
	const pressed = target.closest<HTMLElement>("[data-opens]");
	const popover = pressed && document.getElementById(pressed.dataset.opens ?? "");
	if (!popover) return;
	event.preventDefault();
	if (popover === shown) return;
	popover.setAttribute("data-shown", "");
	pressed.setAttribute("aria-expanded", "true");
	opener = pressed;
});
document.addEventListener("keydown", ({ key }) => {
	if (key !== "Escape" || !findShown()) return;
	close();
	opener?.focus();
});
document.documentElement.setAttribute("data-popovers", "");
