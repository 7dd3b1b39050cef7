import { type RefObject, useEffect, useRef } from "react";

/** For a popover that belongs to one place: it closes when the place changes. One opened before script ran stays open. */
export function useAutoClosePopover<E extends HTMLElement>(place: string): RefObject<E | null> {
	const popover = useRef<E>(null);
	const known = useRef(place);
	useEffect(() => {
		if (known.current === place) return;
		known.current = place;
		const element = popover.current;
		if (element && "hidePopover" in element && element.matches(":popover-open")) element.hidePopover();
	}, [place]);
	return popover;
}
