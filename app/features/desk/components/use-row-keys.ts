import { type RefObject, useEffect, useRef } from "react";

/**
 * Keys of a list: j and k move between its rows, x ticks the row's checkbox. Enter opens the row's link, which has the
 * focus. Another letter uses the control of the row with this letter in `data-key`. Ignores keys while someone is typing,
 * until Escape leaves the field.
 * @param rows changes when a row is added or removed. If the row with the focus is gone, the next one gets it.
 */
export function useRowKeys(table: RefObject<HTMLElement | null>, rows: string): void {
	/** The row in which a letter was last used. */
	const used = useRef<number | null>(null);

	useEffect(() => {
		function onKeyDown(event: KeyboardEvent): void {
			if (event.key === "Escape" && !event.defaultPrevented) leaveField(table.current);
			if (event.ctrlKey || event.metaKey || event.altKey || event.defaultPrevented || isTyping(event.target)) return;
			// The page's own keys also work while no row has the focus.
			const own = /^[a-z]$/.test(event.key) && document.querySelector<HTMLElement>(`[data-page-key="${event.key}"]`);
			if (own) {
				event.preventDefault();
				own.click();
				return;
			}
			const list = rowsOf(table.current);
			if (list.length === 0) return;
			const current = list.findIndex((row) => partsOf(row).some((part) => part.contains(document.activeElement)));
			if (event.key === "j" || event.key === "k") {
				const index = event.key === "j" ? Math.min(current + 1, list.length - 1) : Math.max(current - 1, 0);
				focusRow(list[index]);
				event.preventDefault();
				return;
			}
			const row = list[current];
			if (!row) return;
			if (event.key === "x") row.querySelector<HTMLInputElement>("input[type=checkbox]")?.click();
			const control = controlOf(row, event.key);
			if (!control) return;
			event.preventDefault();
			used.current = current;
			if (control.matches("select, input, textarea")) control.focus();
			else control.click();
		}
		document.addEventListener("keydown", onKeyDown);
		return () => document.removeEventListener("keydown", onKeyDown);
	}, [table]);

	// biome-ignore lint/correctness/useExhaustiveDependencies: runs when the rows change
	useEffect(() => {
		const index = used.current;
		used.current = null;
		const list = rowsOf(table.current);
		const isLost = document.activeElement === document.body || document.activeElement?.closest("#toasts");
		if (index !== null && isLost) focusRow(list[Math.min(index, list.length - 1)]);
	}, [rows, table]);
}

const rowsOf = (table: HTMLElement | null): HTMLElement[] => [...(table?.querySelectorAll<HTMLElement>(".row") ?? [])];

/** The row, and its details below. */
function partsOf(row: HTMLElement): HTMLElement[] {
	const below = row.nextElementSibling;
	return below instanceof HTMLElement && below.matches(".row-details") ? [row, below] : [row];
}

const focusRow = (row: HTMLElement | undefined) => row?.querySelector<HTMLElement>(".row-link, a, button")?.focus();

/** Goes back from a field in the details of a row to the row, where the keys work again. */
function leaveField(table: HTMLElement | null): void {
	const { activeElement } = document;
	if (document.querySelector("dialog[open]") || !isTyping(activeElement)) return;
	focusRow(rowsOf(table).find((row) => partsOf(row).some((part) => part.contains(activeElement))));
}

function controlOf(row: HTMLElement, key: string): HTMLElement | undefined {
	if (!/^[a-z]$/.test(key)) return undefined;
	return partsOf(row).flatMap((part) => [...part.querySelectorAll<HTMLElement>(`[data-key="${key}"]`)])[0];
}

/** Whether the keys belong to a field or a dialog. Checkboxes of rows take no text. */
function isTyping(target: EventTarget | null): boolean {
	if (!(target instanceof HTMLElement)) return false;
	if (document.querySelector("dialog[open]")) return true;
	return target.isContentEditable || target.closest("input:not([type=checkbox]), textarea, select") !== null;
}
