import { type SyntheticEvent, useRef } from "react";

/** Longer than React takes to render the busy state, shorter than someone takes to correct a form (ms). */
const twoPressesMs = 1_000;

/**
 * For a form's `onSubmit`. Prevents a second submit before React has rendered the busy state.
 * @param busy whether the form is being submitted
 */
export function useSendOnce(busy: boolean): (event: SyntheticEvent) => void {
	const sentAt = useRef(Number.NEGATIVE_INFINITY);
	return (event) => {
		if (busy || event.timeStamp - sentAt.current < twoPressesMs) event.preventDefault();
		else sentAt.current = event.timeStamp;
	};
}
