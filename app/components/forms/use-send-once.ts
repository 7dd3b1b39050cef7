import { type SyntheticEvent, useEffect, useRef } from "react";

/**
 * For a form's `onSubmit`: pressed again before the first press is shown as busy, it sends nothing.
 * @param busy is the form on its way, as far as it is shown?
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
