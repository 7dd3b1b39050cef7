import { listedPages } from "~/portal-pages";

/** A shortcut opens a page or triggers an action. */
type ShortcutTarget = { readonly href: string } | { readonly action: "search" | "sheet" };

interface Shortcut {
	/** Keys to press in sequence: "g d". */
	readonly keys: string;
	readonly label: string;
	readonly target: ShortcutTarget;
}

const goTo = (letter: string, label: string, href: string): Shortcut => ({
	keys: `g ${letter}`,
	label: `Go to ${label}`,
	target: { href },
});

/** All single-key shortcuts. They can be switched off (WCAG 2.1.4). */
export const shortcuts: readonly Shortcut[] = [
	{ keys: "/", label: "Search", target: { action: "search" } },
	{ keys: "?", label: "Show these shortcuts", target: { action: "sheet" } },
	...listedPages.flatMap(({ href, label, key }) => (key ? [goTo(key, label, href)] : [])),
];

/**
 * Processes a key.
 * @returns the completed shortcut, or null, and the keys that may still become one
 */
export function pressKey(pendingKeys: string, key: string): { done: ShortcutTarget | null; pendingKeys: string } {
	const typed = pendingKeys ? `${pendingKeys} ${key}` : key;
	const done = shortcuts.find(({ keys }) => keys === typed);
	if (done) return { done: done.target, pendingKeys: "" };
	if (shortcuts.some(({ keys }) => keys.startsWith(`${typed} `))) return { done: null, pendingKeys: typed };
	return pendingKeys ? pressKey("", key) : { done: null, pendingKeys: "" };
}
