/** The form that a request carries; an empty one when the body is something else, so that its fields are asked for. */
export async function readForm(request: Request): Promise<FormData> {
	try {
		return await request.formData();
	} catch {
		return new FormData();
	}
}

/** Texts of a form, to show again. Never name a password. */
export function textFields<Name extends string>(
	form: FormData,
	names: readonly Name[],
	longest = 1_000,
): Record<Name, string> {
	const text = (name: Name) => {
		const value = form.get(name);
		return typeof value === "string" ? value.slice(0, longest) : "";
	};
	return Object.fromEntries(names.map((name) => [name, text(name)])) as Record<Name, string>;
}
