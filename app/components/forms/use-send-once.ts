import { type SyntheticEvent, useEffect, useRef } from "react";

/** Longer than the time between two presses of one button by mistake (ms). */
const twoPressesMs = 300;

/**
 * For a form's `onSubmit`. Prevents a second submit before React has rendered the busy state.
 * @param busy whether the form is being submitted
 */
export function useSendOnce(busy: boolean): (event: SyntheticEvent) => void {
	const sentAt = useRef(Number.NEGATIVE_INFINITY);
	useEffect(() => {
		if (!busy) return;
		return () => {
			sentAt.current = Number.NEGATIVE_INFINITY;
		};
	}, [busy]);
	return (event) => {
		if (busy || event.timeStamp - sentAt.current < twoPressesMs) event.preventDefault();
		else sentAt.current = event.timeStamp;
	};
}
