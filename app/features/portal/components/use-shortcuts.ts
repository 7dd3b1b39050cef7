import { useEffect, useState } from "react";
import { href, useNavigate } from "react-router";
import { pressKey } from "./shortcuts";

export type PortalTool = "sheet" | "palette";

const storageKey = "shortcuts";
/** Longest time between the keys of one shortcut. */
const sequenceTimeoutMs = 1_500;

export const shortcutsAreOn = (): boolean => localStorage.getItem(storageKey) !== "off";

export function switchShortcuts(on: boolean): void {
	if (on) localStorage.removeItem(storageKey);
	else localStorage.setItem(storageKey, "off");
}

/** Listens for shortcuts. Ignores single keys while someone is typing or if they are switched off. */
export function useShortcuts() {
	const navigate = useNavigate();
	const [tool, show] = useState<PortalTool | null>(null);
	useEffect(() => {
		let pendingKeys = "";
		let timer = 0;
		/** A narrow window shows the field on the search page only. */
		function focusSearch(): void {
			const field = document.getElementById("portal-search");
			if (field?.getClientRects().length === 0) navigate(href("/dashboard/search"));
			else field?.focus();
		}
		function onKeyDown(event: KeyboardEvent): void {
			if ((event.ctrlKey || event.metaKey) && !event.altKey && !event.shiftKey && event.key.toLowerCase() === "k") {
				event.preventDefault();
				show("palette");
				return;
			}
			if (event.ctrlKey || event.metaKey || event.altKey || event.isComposing || event.defaultPrevented) return;
			if (event.key === "Shift" || isTyping(event.target) || !shortcutsAreOn()) return;
			const pressed = pressKey(pendingKeys, event.key);
			pendingKeys = pressed.pendingKeys;
			clearTimeout(timer);
			timer = window.setTimeout(() => {
				pendingKeys = "";
			}, sequenceTimeoutMs);
			if (!pressed.done) return;
			event.preventDefault();
			if ("href" in pressed.done) navigate(pressed.done.href);
			else if (pressed.done.action === "sheet") show("sheet");
			else focusSearch();
		}
		document.addEventListener("keydown", onKeyDown);
		return () => {
			clearTimeout(timer);
			document.removeEventListener("keydown", onKeyDown);
		};
	}, [navigate]);
	return { tool, show };
}

/** Whether the keys belong to a field or a dialog. */
function isTyping(target: EventTarget | null): boolean {
	if (!(target instanceof HTMLElement)) return false;
	if (document.querySelector("dialog[open]")) return true;
	return target.isContentEditable || target.closest("input, textarea, select, [role=listbox], [role=grid]") !== null;
}
