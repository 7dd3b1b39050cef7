/** The URLs in a text, in order and without duplicates. */
export function linksIn(text: string): string[] {
	const found = text.match(/https?:\/\/[^\s<>"']+/g) ?? [];
	// Punctuation after a URL belongs to the sentence.
	return [...new Set(found.map((link) => link.replace(/[.,;:!?)]+$/, "")))];
}
