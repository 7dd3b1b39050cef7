/** The request's form. Empty if the body is not a form, so that validation reports the missing fields. */
export async function readForm(request: Pick<Request, "formData">): Promise<FormData> {
	try {
		return await request.formData();
	} catch {
		return new FormData();
	}
}

/** Text fields of a form, to show again. Never include a password. */
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
