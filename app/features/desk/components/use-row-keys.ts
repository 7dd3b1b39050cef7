import { type RefObject, useEffect } from "react";

/**
 * Keys of a list: j and k move between its rows, x ticks the row's checkbox. Enter opens the row's link, which has the
 * focus. Ignores keys while someone is typing.
 */
export function useRowKeys(table: RefObject<HTMLElement | null>): void {
	useEffect(() => {
		function onKeyDown(event: KeyboardEvent): void {
			if (event.ctrlKey || event.metaKey || event.altKey || event.defaultPrevented || isTyping(event.target)) return;
			const rows = [...(table.current?.querySelectorAll<HTMLElement>(".row") ?? [])];
			if (rows.length === 0) return;
			const current = rows.findIndex((row) => row.contains(document.activeElement));
			if (event.key === "j" || event.key === "k") {
				const index = event.key === "j" ? Math.min(current + 1, rows.length - 1) : Math.max(current - 1, 0);
				rows[index]?.querySelector<HTMLElement>(".row-link, a, button")?.focus();
				event.preventDefault();
			}
			if (event.key === "x") rows[current]?.querySelector<HTMLInputElement>("input[type=checkbox]")?.click();
		}
		document.addEventListener("keydown", onKeyDown);
		return () => document.removeEventListener("keydown", onKeyDown);
	}, [table]);
}

/** Whether the keys belong to a field or a dialog. Checkboxes of rows take no text. */
function isTyping(target: EventTarget | null): boolean {
	if (!(target instanceof HTMLElement)) return false;
	if (document.querySelector("dialog[open]")) return true;
	return target.isContentEditable || target.closest("input:not([type=checkbox]), textarea, select") !== null;
}
