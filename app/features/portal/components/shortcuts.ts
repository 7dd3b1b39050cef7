import { listedPages } from "~/portal-pages";

/** What a shortcut does: goes to an address, or one of the portal's own acts. */
type ShortcutTarget = { readonly href: string } | { readonly act: "search" | "sheet" };

interface Shortcut {
	/** Pressed one after the other: "g d". */
	readonly keys: string;
	readonly label: string;
	readonly target: ShortcutTarget;
}

const goTo = (letter: string, label: string, href: string): Shortcut => ({
	keys: `g ${letter}`,
	label: `Go to ${label}`,
	target: { href },
});

/** Every shortcut of single keys; all of them can be switched off (WCAG 2.1.4). */
export const shortcuts: readonly Shortcut[] = [
	{ keys: "/", label: "Search", target: { act: "search" } },
	{ keys: "?", label: "Show these shortcuts", target: { act: "sheet" } },
	...listedPages.flatMap(({ href, label, key }) => (key ? [goTo(key, label, href)] : [])),
];

/**
 * Takes one more key.
 * @returns what it completes, and the keys that may still become a shortcut
 */
export function pressKey(waiting: string, key: string): { done: ShortcutTarget | null; waiting: string } {
	const typed = waiting ? `${waiting} ${key}` : key;
	const done = shortcuts.find(({ keys }) => keys === typed);
	if (done) return { done: done.target, waiting: "" };
	if (shortcuts.some(({ keys }) => keys.startsWith(`${typed} `))) return { done: null, waiting: typed };
	return waiting ? pressKey("", key) : { done: null, waiting: "" };
}
