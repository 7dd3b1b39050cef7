/** Null if the bytes are not JSON in UTF-8. */
export function readJson(raw: Uint8Array): unknown {
	try {
		return JSON.parse(new TextDecoder("utf-8", { fatal: true }).decode(raw));
	} catch {
		return null;
	}
}

/** Undefined if the text is not JSON. */
export function parseJson(text: string): unknown {
	try {
		return JSON.parse(text);
	} catch {
		return undefined;
	}
}
