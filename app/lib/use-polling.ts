import { useEffect } from "react";
import { useRevalidator } from "react-router";

/** Loads the page's data again and again while it is visible, and at once when it becomes visible. */
export function usePolling(interval: number, active = true): void {
	const { revalidate, state } = useRevalidator();
	useEffect(() => {
		if (!active) return;
		const look = () => {
			if (document.visibilityState === "visible" && state === "idle") void revalidate();
		};
		const timer = setInterval(look, interval);
		document.addEventListener("visibilitychange", look);
		return () => {
			clearInterval(timer);
			document.removeEventListener("visibilitychange", look);
		};
	}, [revalidate, state, interval, active]);
}
