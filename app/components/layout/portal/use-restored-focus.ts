import { useEffect, useRef } from "react";
import { useFetchers, useLocation, useNavigation } from "react-router";
import { focusable, focusOn, heading } from "../use-route-focus";

/** What was pressed, and everything around it, the nearest first. */
type Pressed = readonly HTMLElement[];

/**
 * A button rests while its form is on its way, and a change may take away what was pressed: either way the focus falls to
 * the beginning of the page. Once all has arrived it goes back to what was pressed; where that is gone, to what the page
 * says about the change, or to what stands in its place.
 */
export function useRestoredFocus(): void {
	const pressed = useRef<Pressed>([]);
	useEffect(() => {
		const remember = ({ target }: Event) => {
			const control = target instanceof Element ? target.closest<HTMLElement>("a[href], button, form") : null;
			if (control?.closest("main")) pressed.current = around(document.activeElement);
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
	// biome-ignore lint/correctness/useExhaustiveDependencies: another place on the same page counts as well
	useEffect(() => {
		if (busy) return;
		const was = pressed.current;
		pressed.current = [];
		if (was.length > 0 && document.activeElement === document.body) focusOn(successor(was));
	}, [busy, key]);
}

function around(element: Element | null): Pressed {
	const found: HTMLElement[] = [];
	for (let one = element; one instanceof HTMLElement && one.id !== "main"; one = one.parentElement) found.push(one);
	return found[0] === document.body ? [] : found;
}

function successor([control, ...around]: Pressed): HTMLElement | null {
	if (control?.isConnected && control.matches(focusable)) return control;
	const main = document.getElementById("main");
	const message = main?.querySelector<HTMLElement>("[role=status]:not(:empty, .sr-only)");
	if (message) return message;
	// A form that starts anew has the same controls once more.
	const twin = controlsIn(main).find((one) => wordsOf(one) === wordsOf(control));
	const place = around.find((one) => one.isConnected && controlsIn(one).length > 0);
	return twin ?? controlsIn(place)[0] ?? heading();
}

const controlsIn = (place: HTMLElement | null | undefined) => [
	...(place?.querySelectorAll<HTMLElement>(focusable) ?? []),
];

const wordsOf = (one: HTMLElement | undefined) =>
	one && [one.tagName, one.getAttribute("name"), one.ariaLabel, one.textContent].join();
