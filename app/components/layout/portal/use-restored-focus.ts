import { useEffect, useRef } from "react";
import { useFetchers, useLocation, useNavigation } from "react-router";
import { findHeading, focusable, moveFocus } from "../use-route-focus";

/** The pressed control and its ancestors, nearest first. */
type Pressed = readonly HTMLElement[];

/**
 * Restores the focus after a form submit. A submit button is disabled while its form is being sent, and a change may
 * remove the control, so the browser moves the focus to the body. Afterwards the focus goes back to the pressed control.
 * If that is gone, it goes to the page's status message, the same control of a new form, or a control nearby.
 */
export function useRestoredFocus(): void {
	const pressed = useRef<Pressed>([]);
	useEffect(() => {
		const remember = ({ target }: Event) => {
			const control = target instanceof Element ? target.closest<HTMLElement>("a[href], button, form") : null;
			if (control?.closest("main")) pressed.current = withAncestors(document.activeElement);
		};
		document.addEventListener("click", remember, true);
		document.addEventListener("submit", remember, true);
		return () => {
			document.removeEventListener("click", remember, true);
			document.removeEventListener("submit", remember, true);
		};
	}, []);

	const { key } = useLocation();
	const navigating = useNavigation().state !== "idle";
	const busy = useFetchers().some(({ state }) => state !== "idle") || navigating;
	// biome-ignore lint/correctness/useExhaustiveDependencies: also runs when only the query string changes
	useEffect(() => {
		if (busy) return;
		const was = pressed.current;
		pressed.current = [];
		if (was.length > 0 && document.activeElement === document.body) moveFocus(findTarget(was));
	}, [busy, key]);
}

function withAncestors(element: Element | null): Pressed {
	const found: HTMLElement[] = [];
	for (let one = element; one instanceof HTMLElement && one.id !== "main"; one = one.parentElement) found.push(one);
	return found[0] === document.body ? [] : found;
}

function findTarget([control, ...ancestors]: Pressed): HTMLElement | null {
	if (control?.isConnected && control.matches(focusable)) return control;
	const main = document.getElementById("main");
	const message = main?.querySelector<HTMLElement>("[role=status]:not(:empty, .sr-only)");
	if (message) return message;
	// A form that was reset or replaced has the same controls again.
	const sameControl = controlsIn(main).find((one) => signatureOf(one) === signatureOf(control));
	const container = ancestors.find((one) => one.isConnected && controlsIn(one).length > 0);
	return sameControl ?? controlsIn(container)[0] ?? findHeading();
}

const controlsIn = (container: HTMLElement | null | undefined) => [
	...(container?.querySelectorAll<HTMLElement>(focusable) ?? []),
];

const signatureOf = (one: HTMLElement | undefined) =>
	one && [one.tagName, one.getAttribute("name"), one.getAttribute("aria-label"), one.textContent].join();
