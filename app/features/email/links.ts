/** The web addresses in a text part, each once, in order. */
export function linksIn(text: string): string[] {
	const found = text.match(/https?:\/\/[^\s<>"']+/g) ?? [];
	// A sentence may end right after an address.
	return [...new Set(found.map((link) => link.replace(/[.,;:!?)]+$/, "")))];
}
