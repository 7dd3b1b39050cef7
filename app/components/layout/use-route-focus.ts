import { useEffect, useRef } from "react";
import { useLocation } from "react-router";

/**
 * After a navigation without a page load the focus goes to the new page's heading, as a page load would put it at the
 * top: screen readers read it, and Tab goes on from there. A fragment in the address has its own target.
 */
export function useRouteFocus(): void {
	const { pathname, hash } = useLocation();
	const shown = useRef(pathname);
	useEffect(() => {
		if (shown.current === pathname) return;
		shown.current = pathname;
		if (hash) return;
		focusOn(heading());
	}, [pathname, hash]);
}

/** Of the page; its whole content, when it has none. */
export const heading = () => document.querySelector<HTMLElement>("main h1") ?? document.getElementById("main");

export function focusOn(target: HTMLElement | null): void {
	if (!target) return;
	if (!target.matches(focusable)) target.tabIndex = -1;
	target.focus({ preventScroll: true });
}

export const focusable =
	"a[href], button:enabled, input:enabled:not([type=hidden]), select, textarea, summary, [tabindex]";
