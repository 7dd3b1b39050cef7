import { type SyntheticEvent, useEffect, useRef } from "react";

/** Longer than the time between two presses of one button by mistake (ms). */
const twoPressesMs = 300;

/** Longer than a page usually takes to be replaced (ms). */
const pageLoadMs = 10_000;

/** For a form's `onSubmit` whose answer is a new document: prevents a second submit before that has loaded. */
export const useSendPageOnce = () => useSendOnce(false, pageLoadMs);

/**
 * For a form's `onSubmit`. Prevents a second submit before React has rendered the busy state.
 * @param busy whether the form is being submitted
 * @param pauseMs how long another submit counts as the same one
 */
export function useSendOnce(busy: boolean, pauseMs = twoPressesMs): (event: SyntheticEvent) => void {
	const sentAt = useRef(Number.NEGATIVE_INFINITY);
	useEffect(() => {
		if (!busy) return;
		return () => {
			sentAt.current = Number.NEGATIVE_INFINITY;
		};
	}, [busy]);
	return (event) => {
		if (busy || event.timeStamp - sentAt.current < pauseMs) event.preventDefault();
		else sentAt.current = event.timeStamp;
	};
}
