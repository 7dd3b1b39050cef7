import { type RefObject, useEffect, useRef } from "react";

/** Ref for a popover that closes when `key` changes. Stays open on the first run, because it may open before hydration. */
export function useAutoClosePopover<E extends HTMLElement>(key: string): RefObject<E | null> {
	const popover = useRef<E>(null);
	const previousKey = useRef(key);
	useEffect(() => {
		if (previousKey.current === key) return;
		previousKey.current = key;
		const element = popover.current;
		// Of islands/popovers.ts.
		element?.removeAttribute("data-shown");
		if (element && "hidePopover" in element && element.matches(":popover-open")) element.hidePopover();
	}, [key]);
	return popover;
}
