const [quote, backslash, open, close] = ['"', "\\", "{", "}"].map((character) => character.charCodeAt(0));

/**
 * Reads the objects of a JSON array one after the other, because a list of 250,000 takes more memory than a Worker has.
 * @throws SyntaxError if an object is no JSON, or the stream ends within one
 */
export async function* jsonObjects(stream: ReadableStream<Uint8Array>): AsyncGenerator<unknown, void> {
	let text = "";
	/** How many braces are open, and whether a string is. */
	let depth = 0;
	let isString = false;
	let start = 0;
	let at = 0;
	for await (const part of textOf(stream)) {
		text = text.slice(start) + part;
		at -= start;
		start = 0;
		for (; at < text.length; at += 1) {
			const code = text.charCodeAt(at);
			if (isString) {
				if (code === backslash) at += 1;
				else if (code === quote) isString = false;
			} else if (code === quote) isString = true;
			else if (code === open) {
				if (depth === 0) start = at;
				depth += 1;
			} else if (code === close) {
				depth -= 1;
				if (depth === 0) {
					yield JSON.parse(text.slice(start, at + 1));
					start = at + 1;
				}
			}
		}
		if (depth === 0) start = text.length;
	}
	if (depth > 0) throw new SyntaxError("The list ends within an object");
}

async function* textOf(stream: ReadableStream<Uint8Array>): AsyncGenerator<string, void> {
	const decoder = new TextDecoder();
	for await (const bytes of stream) yield decoder.decode(bytes, { stream: true });
}
