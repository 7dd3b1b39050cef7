type Changes = Readonly<Record<string, string | null | undefined>>;

/** The same page with some parameters changed; null or an empty text leaves one out. */
export function withParams(current: URLSearchParams, changes: Changes): string {
	const params = new URLSearchParams(current);
	for (const [name, value] of Object.entries(changes)) {
		if (value) params.set(name, value);
		else params.delete(name);
	}
	const text = params.toString();
	return text ? `?${text}` : "?";
}

/** The address's parameters as a plain object; of several with one name, the last. */
export const paramsOf = (url: URL): Record<string, string> => Object.fromEntries(url.searchParams);

/** The page of a form with what was typed into it, so that a detour does not lose it. Never for secrets. */
export function formAddress(page: URL, values: Readonly<Record<string, string>>): Pick<URL, "pathname" | "search"> {
	const params = new URLSearchParams(page.search);
	for (const [name, value] of Object.entries(values)) if (value) params.set(name, value);
	return { pathname: page.pathname, search: params.size > 0 ? `?${params}` : "" };
}
