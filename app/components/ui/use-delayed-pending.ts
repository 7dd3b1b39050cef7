import { useEffect, useState } from "react";

/** Milliseconds of waiting that nobody minds: nothing is shown before. */
const delayMs = 300;

/** True once something has been pending for longer than that. */
export function useDelayedPending(pending: boolean): boolean {
	const [late, setLate] = useState(false);
	useEffect(() => {
		if (!pending) return;
		const timer = setTimeout(() => setLate(true), delayMs);
		return () => {
			clearTimeout(timer);
			setLate(false);
		};
	}, [pending]);
	return late;
}
