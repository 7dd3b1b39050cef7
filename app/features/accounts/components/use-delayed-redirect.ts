import { useEffect } from "react";

/** Redirects after a delay. The page must also show a link. Does nothing if `to` is null. */
export function useDelayedRedirect(to: string | null, milliseconds: number): void {
	useEffect(() => {
		if (to === null) return;
		const timer = setTimeout(() => window.location.assign(to), milliseconds);
		return () => clearTimeout(timer);
	}, [to, milliseconds]);
}
