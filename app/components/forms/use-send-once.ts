import { type SyntheticEvent, useEffect, useRef } from "react";

/**
 * For a form's `onSubmit`. Prevents a second submit before React has rendered the busy state.
 * @param busy whether the form is being submitted
 */
export function useSendOnce(busy: boolean): (event: SyntheticEvent) => void {
	const sent = useRef(false);
	useEffect(() => {
		sent.current = busy;
	});
	return (event) => {
		if (sent.current) event.preventDefault();
		sent.current = true;
	};
}
