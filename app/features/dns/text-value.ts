import { err, ok, type Result } from "~/lib/result";

/** Bytes in one string of a TXT record (RFC 1035, section 3.3.14). Longer texts use several strings. */
const stringLength = 255;
/** Bytes. Larger texts don't fit in one answer of a nameserver. */
const maxBytes = 4_000;

/** One or several strings, each in quotation marks. */
const quoted = /^"(?:[^"\\]|\\.)*"(?:\s+"(?:[^"\\]|\\.)*")*$/s;
const unprintable = /[\p{Cc}\u2028\u2029]/u;

/**
 * Parses the text of a TXT record, plain or quoted and escaped as in a zone file (RFC 1035, section 5.1). Returns plain
 * text where that is unambiguous, otherwise quoted text, so that any bytes can be stored.
 */
export function parseText(input: string): Result<string, string> {
	const typed = input.trim();
	if (typed === "") return err("Enter the text.");
	if (unprintable.test(typed)) return err("Enter one line of text, without tabs or other invisible characters.");
	const bytes = textBytes(typed);
	if (bytes === null) return err(brokenEscape);
	if (bytes.length > maxBytes)
		return err(`The text is too long: it has ${bytes.length} bytes. Use at most ${maxBytes}.`);
	return ok(storedText(bytes));
}

export const brokenEscape = "After a backslash, enter one character or three digits from 000 to 255.";

/** Bytes of a stored or typed text. Null if an escape is invalid. */
export function textBytes(text: string): Uint8Array | null {
	if (!quoted.test(text)) return new TextEncoder().encode(text);
	return unescapeBytes([...text.matchAll(/"((?:[^"\\]|\\.)*)"/gs)].map(([, inner = ""]) => inner).join(""));
}

function storedText(bytes: Uint8Array): string {
	const text = decodeUtf8(bytes);
	const plain = text !== null && text !== "" && text === text.trim() && !unprintable.test(text) && !quoted.test(text);
	return plain ? text : quoteBytes(bytes);
}

/** Null if the bytes are not UTF-8. */
export function decodeUtf8(bytes: Uint8Array): string | null {
	try {
		return new TextDecoder("utf-8", { fatal: true, ignoreBOM: true }).decode(bytes);
	} catch {
		return null;
	}
}

/** Formats a stored text for a zone file: `"one" "two"`, printable ASCII only. */
export const quoteText = (text: string): string => quoteBytes(textBytes(text) ?? new TextEncoder().encode(text));

/** Quotes bytes as strings of at most 255 bytes. */
export const quoteBytes = (bytes: Uint8Array): string =>
	splitBytes(bytes)
		.map((part) => `"${escapeBytes(part)}"`)
		.join(" ");

/** Splits between UTF-8 characters, whose continuation bytes are 0x80 to 0xBF. */
function splitBytes(bytes: Uint8Array): Uint8Array[] {
	if (bytes.length <= stringLength) return [bytes];
	let end = stringLength;
	while (end > stringLength - 4 && ((bytes[end] ?? 0) & 0xc0) === 0x80) end -= 1;
	return [bytes.subarray(0, end), ...splitBytes(bytes.subarray(end))];
}

function escapeBytes(bytes: Uint8Array): string {
	let escaped = "";
	for (const byte of bytes) {
		const character = String.fromCharCode(byte);
		if (character === '"' || character === "\\") escaped += `\\${character}`;
		else escaped += byte < 32 || byte > 126 ? escapedByte(byte) : character;
	}
	return escaped;
}

const escapedByte = (byte: number) => `\\${String(byte).padStart(3, "0")}`;

/** Replaces `\DDD` with a byte and any other `\x` with x. Null if an escape is invalid. */
export function unescapeBytes(text: string): Uint8Array | null {
	const bytes: number[] = [];
	for (const [piece] of text.matchAll(/\\\d{3}|\\\D|[^\\]+|\\/gsu)) {
		if (/^\\\d/.test(piece)) bytes.push(Number(piece.slice(1)));
		else if (piece === "\\") return null;
		else bytes.push(...new TextEncoder().encode(piece.startsWith("\\") ? piece.slice(1) : piece));
	}
	return bytes.every((byte) => byte <= 255) ? new Uint8Array(bytes) : null;
}

/**
 * Decodes a zone file. If it is not UTF-8, bytes above 127 become escapes, so that text in other encodings keeps its
 * bytes.
 */
export const zoneFileText = (file: Uint8Array): string =>
	decodeUtf8(file) ?? Array.from(file, (byte) => (byte > 127 ? escapedByte(byte) : String.fromCharCode(byte))).join("");
