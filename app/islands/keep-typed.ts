import { typedKey } from "./typed-key";

const forms = (root: Document | HTMLElement) => [...root.querySelectorAll<HTMLFormElement>("form[data-keep]")];

/** Inputs and selects. Fields may be outside of their form, so this works only while the form is in the document. */
const fieldsOf = ({ elements }: HTMLFormElement) =>
	([...elements] as HTMLInputElement[]).filter((field) => field.matches("[name]:not([type=hidden])"));

type Typed = Readonly<Record<string, string | boolean>>;

/** What the forms have, by the name of the field. */
const typedIn = (root: Document | HTMLElement, isKept: (field: HTMLInputElement) => boolean = () => true): Typed =>
	Object.fromEntries(
		forms(root)
			.flatMap(fieldsOf)
			.filter(isKept)
			.map(({ name, type, checked, value }) => [name, type === "checkbox" ? checked : value]),
	);

function putBack(typed: Typed): void {
	for (const field of forms(document).flatMap(fieldsOf)) {
		const before = typed[field.name];
		if (typeof before === "boolean") field.checked = before;
		else if (before !== undefined) field.value = before;
	}
}

function storeTyped(): void {
	const typed = typedIn(document, ({ autocomplete }) => !autocomplete.endsWith("password"));
	sessionStorage.setItem(typedKey, JSON.stringify(typed));
}

/** Empty unless the visitor has loaded the page again, or came back to it. */
function takeTyped(): Typed {
	const stored = sessionStorage.getItem(typedKey);
	sessionStorage.removeItem(typedKey);
	const [navigation] = performance.getEntriesByType("navigation") as PerformanceNavigationTiming[];
	// Chrome's tabs that were closed to save memory.
	const { wasDiscarded } = document as Document & { wasDiscarded?: boolean };
	return stored && (/^(reload|back_forward)$/.test(navigation?.type ?? "") || wasDiscarded) ? JSON.parse(stored) : {};
}

/**
 * Keeps what was typed in the forms with `data-keep`, but no password, when the page is loaded again or the visitor comes
 * back to it with the browser's Back or Forward button.
 */
export function keepTypedInTab(): void {
	if (forms(document).length === 0) return;
	try {
		putBack(takeTyped());
		addEventListener("pagehide", storeTyped);
		document.addEventListener("visibilitychange", () => document.hidden && storeTyped());
	} catch (error) {
		console.warn("The browser's storage is blocked, so a reload loses what is typed.", error);
	}
}

/**
 * Keeps what was typed in the forms with `data-keep` while their part of the page is replaced. Call it before, and the
 * returned function after.
 */
export function keepTyped(root: HTMLElement): () => void {
	const typed = typedIn(root);
	return () => putBack(typed);
}
