import { useEffect, useRef } from "react";
import { useLocation } from "react-router";

/**
 * Moves the focus to the new page's heading after a client-side navigation, so that screen readers announce it and Tab
 * continues from there. Skipped for URLs with a fragment, which has its own target.
 */
export function useRouteFocus(): void {
	const { pathname, hash } = useLocation();
	const shown = useRef(pathname);
	useEffect(() => {
		if (shown.current === pathname) return;
		shown.current = pathname;
		if (hash) return;
		moveFocus(findHeading());
	}, [pathname, hash]);
}

/** The page's heading, or `main` if it has none. */
export const findHeading = () => document.querySelector<HTMLElement>("main h1") ?? document.getElementById("main");

export function moveFocus(target: HTMLElement | null): void {
	if (!target) return;
	if (!target.matches(focusable)) target.tabIndex = -1;
	target.focus({ preventScroll: true });
}

export const focusable =
	"a[href], button:enabled, input:enabled:not([type=hidden]), select, textarea, summary, [tabindex]";
