import { portalNav } from "~/components/layout/portal/portal-nav";

/** What a shortcut does: goes to an address, or one of the portal's own acts. */
type ShortcutTarget = { readonly href: string } | { readonly act: "search" | "sheet" };

interface Shortcut {
	/** Pressed one after the other: "g d". */
	readonly keys: string;
	readonly label: string;
	readonly target: ShortcutTarget;
}

const letters: Readonly<Record<string, string>> = {
	"/dashboard": "o",
	"/dashboard/domains": "d",
	"/dashboard/hosting": "h",
	"/dashboard/projects": "p",
	"/dashboard/cart": "c",
	"/dashboard/invoices": "i",
	"/dashboard/account-settings": "s",
};

const goTo = (letter: string, label: string, href: string): Shortcut => ({
	keys: `g ${letter}`,
	label: `Go to ${label}`,
	target: { href },
});

/** Every shortcut of single keys; all of them can be switched off (WCAG 2.1.4). */
export const shortcuts: readonly Shortcut[] = [
	{ keys: "/", label: "Search", target: { act: "search" } },
	{ keys: "?", label: "Show these shortcuts", target: { act: "sheet" } },
	...portalNav
		.flatMap(({ links }) => links)
		.flatMap(({ href, label }) => (letters[href] ? [goTo(letters[href], label, href)] : [])),
	goTo("n", "Notifications", "/dashboard/notifications"),
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
