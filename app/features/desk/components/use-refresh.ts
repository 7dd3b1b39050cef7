import { useEffect } from "react";
import { useRevalidator } from "react-router";
import { MINUTE, SECOND } from "~/lib/durations";

const firstDelayMs = 2 * SECOND;
const longestDelayMs = MINUTE;
const growth = 1.15;

/** After that long without a key or a click, the page asks nothing, so that it does not keep the person signed in. */
const idleMs = 10 * MINUTE;

/** Loads the page's data again and again while `isRunning`, less and less often, and not while the page is hidden. */
export function useRefresh(isRunning: boolean): void {
	const { revalidate } = useRevalidator();
	useEffect(() => {
		if (!isRunning) return;
		const listeners = new AbortController();
		let delay = firstDelayMs;
		let usedAt = Date.now();
		let timer = setTimeout(refresh, delay);
		async function refresh() {
			clearTimeout(timer);
			if (document.visibilityState === "visible" && Date.now() - usedAt < idleMs) await revalidate();
			if (listeners.signal.aborted) return;
			delay = Math.min(delay * growth, longestDelayMs);
			timer = setTimeout(refresh, delay);
		}
		function onUse() {
			usedAt = Date.now();
		}
		function onVisible() {
			delay = firstDelayMs;
			onUse();
			if (document.visibilityState === "visible") void refresh();
		}
		const { signal } = listeners;
		for (const use of ["keydown", "pointerdown"] as const) addEventListener(use, onUse, { signal });
		document.addEventListener("visibilitychange", onVisible, { signal });
		return () => {
			clearTimeout(timer);
			listeners.abort();
		};
	}, [isRunning, revalidate]);
}
