import { useEffect } from "react";

/** Leaves for another page after a while; the page says so and has a link for who does not want to wait. */
export function useDelayedRedirect(to: string | null, milliseconds: number): void {
	useEffect(() => {
		if (to === null) return;
		const timer = setTimeout(() => window.location.assign(to), milliseconds);
		return () => clearTimeout(timer);
	}, [to, milliseconds]);
}
