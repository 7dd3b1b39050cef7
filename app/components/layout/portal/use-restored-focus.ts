import { useEffect, useRef } from "react";
import { useFetchers, useLocation, useNavigation } from "react-router";
import { findHeading, focusable, moveFocus } from "../use-route-focus";

interface Pressed {
	/** The pressed control and its ancestors, nearest first. */
	readonly path: readonly HTMLElement[];
	/** The control's signature before it was busy, when it may have another text. */
	readonly signature: string | undefined;
}

/**
 * Restores the focus after a form submit. A submit button is disabled while its form is being sent, and a change may
 * remove the control, so the browser moves the focus to the body. Afterwards the focus goes back to the pressed control.
 * If that is gone, it goes to the page's status message, the same control of a new form, or a control nearby.
 */
export function useRestoredFocus(): void {
	const pressed = useRef<Pressed | null>(null);
	useEffect(() => {
		const remember = ({ target }: Event) => {
			const control = target instanceof Element ? target.closest<HTMLElement>("a[href], button, form") : null;
			if (control?.closest("main")) pressed.current = pressedOf(document.activeElement);
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
		pressed.current = null;
		if (was && document.activeElement === document.body) moveFocus(findTarget(was));
	}, [busy, key]);
}

function pressedOf(element: Element | null): Pressed | null {
	const path: HTMLElement[] = [];
	for (let one = element; one instanceof HTMLElement && one.id !== "main"; one = one.parentElement) path.push(one);
	const [control] = path;
	return control && control !== document.body ? { path, signature: signatureOf(control) } : null;
}

function findTarget({ path: [control, ...ancestors], signature }: Pressed): HTMLElement | null {
	if (control?.isConnected && control.matches(focusable)) return control;
	const main = document.getElementById("main");
	const message = main?.querySelector<HTMLElement>("[role=status]:not(:empty, .sr-only)");
	if (message) return message;
	// A form that was reset or replaced has the same controls again.
	const sameControl = controlsIn(main).find((one) => signatureOf(one) === signature);
	if (sameControl) return closedAround(sameControl) ?? sameControl;
	const container = ancestors.find((one) => one.isConnected && shownIn(one).length > 0);
	return shownIn(container)[0] ?? findHeading();
}

/** The title of the closed part that hides the control, which can't get the focus. */
const closedAround = (control: HTMLElement) =>
	control.closest("details:not([open])")?.querySelector<HTMLElement>(":scope > summary");

const controlsIn = (container: HTMLElement | null | undefined) => [
	...(container?.querySelectorAll<HTMLElement>(focusable) ?? []),
];

const shownIn = (container: HTMLElement | undefined) =>
	controlsIn(container).filter((one) => one.getClientRects().length > 0);

const signatureOf = (one: HTMLElement) =>
	[one.tagName, one.getAttribute("name"), one.getAttribute("aria-label"), one.textContent].join();
