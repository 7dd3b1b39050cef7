/** Markup in which every value has been escaped. */
export class Html {
	constructor(readonly source: string) {}
	toString(): string {
		return this.source;
	}
}

type Piece = string | number | Html | readonly Html[];

/** Template tag for markup. Escapes every value that is not `Html`, for use in text and in quoted attributes. */
export function html(strings: TemplateStringsArray, ...values: readonly Piece[]): Html {
	return new Html(strings.reduce((source, text, index) => source + render(values[index - 1] ?? "") + text));
}

function render(value: Piece): string {
	if (value instanceof Html) return value.source;
	if (Array.isArray(value)) return value.join("");
	return escapeHtml(String(value));
}

const entities: Readonly<Record<string, string>> = {
	"&": "&amp;",
	"<": "&lt;",
	">": "&gt;",
	'"': "&quot;",
	"'": "&#39;",
};

/** Escapes text for an element or a quoted attribute. */
export function escapeHtml(text: string): string {
	return text.replace(/[&<>"']/g, (character) => entities[character] ?? character);
}
