/** Markup that is known to be safe to send. */
export class Html {
	constructor(readonly source: string) {}
	toString(): string {
		return this.source;
	}
}

type Piece = string | number | Html | readonly Html[];

/** Builds markup; every value that is not itself `Html` is escaped, for text and for quoted attributes alike. */
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

/** Text that is safe within an element or a quoted attribute. */
export function escapeHtml(text: string): string {
	return text.replace(/[&<>"']/g, (character) => entities[character] ?? character);
}
