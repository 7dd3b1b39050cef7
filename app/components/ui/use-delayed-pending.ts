import { useEffect, useState } from "react";

/** Milliseconds before a loading state shows, so that fast responses don't flicker. */
const delayMs = 300;

/** Whether something has been pending for longer than `delayMs`. */
export function useDelayedPending(pending: boolean): boolean {
	const [delayed, setDelayed] = useState(false);
	useEffect(() => {
		if (!pending) return;
		const timer = setTimeout(() => setDelayed(true), delayMs);
		return () => {
			clearTimeout(timer);
			setDelayed(false);
		};
	}, [pending]);
	return delayed;
}
