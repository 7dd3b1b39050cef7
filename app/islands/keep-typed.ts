const forms = (root: Document | HTMLElement) => [...root.querySelectorAll<HTMLFormElement>("form[data-keep]")];

/** Inputs and selects. Fields may be outside of their form, so this works only while the form is in the document. */
const fieldsOf = ({ elements }: HTMLFormElement) =>
	([...elements] as HTMLInputElement[]).filter((field) => field.matches("[name]:not([type=hidden])"));

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
