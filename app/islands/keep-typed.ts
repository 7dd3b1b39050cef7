import { typedKey } from "./typed-key";

const forms = (root: Document | HTMLElement) => [...root.querySelectorAll<HTMLFormElement>("form[data-keep]")];

/** Inputs and selects. Fields may be outside of their form, so this works only while the form is in the document. */
const fieldsOf = ({ elements }: HTMLFormElement) =>
	([...elements] as HTMLInputElement[]).filter((field) => field.matches("[name]:not([type=hidden])"));

type Typed = Readonly<Record<string, string | boolean>>;

function storeTyped(): void {
	const fields = forms(document)
		.flatMap(fieldsOf)
		.filter(({ autocomplete }) => !autocomplete.endsWith("password"));
	const typed: Typed = Object.fromEntries(
		fields.map(({ name, type, checked, value }) => [name, type === "checkbox" ? checked : value]),
	);
	sessionStorage.setItem(typedKey, JSON.stringify(typed));
}

/** Undefined unless the visitor has loaded the page again. */
function takeTyped(): Typed | undefined {
	const stored = sessionStorage.getItem(typedKey);
	sessionStorage.removeItem(typedKey);
	const [navigation] = performance.getEntriesByType("navigation") as PerformanceNavigationTiming[];
	// Chrome's tabs that were closed to save memory.
	const { wasDiscarded } = document as Document & { wasDiscarded?: boolean };
	return stored && (navigation?.type === "reload" || wasDiscarded) ? JSON.parse(stored) : undefined;
}

/** Keeps what was typed in the forms with `data-keep`, but no password, when the page is loaded again. */
export function keepTypedOnReload(): void {
	try {
		const typed = takeTyped();
		for (const field of typed ? forms(document).flatMap(fieldsOf) : []) {
			const before = typed?.[field.name];
			if (typeof before === "boolean") field.checked = before;
			else if (before !== undefined) field.value = before;
		}
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
	const typed = new Map(
		forms(root)
			.flatMap(fieldsOf)
			.map((field) => [field.name, field]),
	);
	return () => {
		for (const field of forms(document).flatMap(fieldsOf)) {
			const before = typed.get(field.name);
			if (before && field.type === "checkbox") field.checked = before.checked;
			else if (before) field.value = before.value;
		}
	};
}
