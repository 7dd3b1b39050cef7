type Changes = Readonly<Record<string, string | null | undefined>>;

/** Query string with some parameters changed. Null or an empty string removes one. */
export function withParams(current: URLSearchParams, changes: Changes): string {
	const params = new URLSearchParams(current);
	for (const [name, value] of Object.entries(changes)) {
		if (value) params.set(name, value);
		else params.delete(name);
	}
	const text = params.toString();
	return text ? `?${text}` : "?";
}

/** Query parameters as a plain object. Of several with the same name, the last. */
export const paramsOf = (url: URL): Record<string, string> => Object.fromEntries(url.searchParams);

/** Address of a form's page with its values as query parameters, to fill the form again later. Never pass secrets. */
export function formAddress(page: URL, values: Readonly<Record<string, string>>): Pick<URL, "pathname" | "search"> {
	const params = new URLSearchParams(page.search);
	for (const [name, value] of Object.entries(values)) if (value) params.set(name, value);
	return { pathname: page.pathname, search: params.size > 0 ? `?${params}` : "" };
}
