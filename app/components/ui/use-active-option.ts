import { type KeyboardEvent, useState } from "react";

/**
 * The highlighted option of a combobox, moved by the arrow keys. -1 if none. The focus stays in the text field
 * (WAI-ARIA combobox pattern with a list popup).
 */
export function useActiveOption(count: number, choose: (index: number) => void, initial: -1 | 0 = -1) {
	const [index, setIndex] = useState<number>(initial);
	const active = Math.min(index, count - 1);
	return {
		active,
		reset: () => setIndex(initial),
		onKeyDown(event: KeyboardEvent) {
			if (event.nativeEvent.isComposing || count === 0) return;
			if (event.key === "ArrowDown") setIndex((active + 1) % count);
			else if (event.key === "ArrowUp") setIndex(active <= 0 ? count - 1 : active - 1);
			else if (event.key === "Enter" && active >= 0) choose(active);
			else return;
			event.preventDefault();
		},
	};
}
