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
