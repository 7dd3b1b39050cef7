import { useEffect } from "react";
import { useRevalidator } from "react-router";

/** Reloads the page's data every `interval` ms while it is visible, and immediately when it becomes visible. */
export function usePolling(interval: number, active = true): void {
	const { revalidate, state } = useRevalidator();
	useEffect(() => {
		if (!active) return;
		const reload = () => {
			if (document.visibilityState === "visible" && state === "idle") void revalidate();
		};
		const timer = setInterval(reload, interval);
		document.addEventListener("visibilitychange", reload);
		return () => {
			clearInterval(timer);
			document.removeEventListener("visibilitychange", reload);
		};
	}, [revalidate, state, interval, active]);
}
