import { err, ok, type Result } from "~/lib/result";

/** Bytes in one string of a TXT record (RFC 1035, section 3.3.14). Longer texts are several strings. */
const stringLength = 255;
/** Bytes in all: more would not fit into one answer of a nameserver. */
const longest = 4_000;

/** One or several strings, each in quotation marks. */
const quoted = /^"(?:[^"\\]|\\.)*"(?:\s+"(?:[^"\\]|\\.)*")*$/s;
const unprintable = /[\p{Cc}\u2028\u2029]/u;

/**
 * The text of a TXT record as it is stored: plain where that is unambiguous, else quoted and escaped as in a zone file
 * (RFC 1035, section 5.1), so that any bytes can be stored. Understands both.
 */
export function parseText(input: string): Result<string, string> {
	const typed = input.trim();
	if (typed === "") return err("Enter the text.");
	if (unprintable.test(typed)) return err("The text must be one line, without tabs or other invisible characters.");
	const bytes = textBytes(typed);
	if (bytes === null) return err(brokenEscape);
	if (bytes.length > longest) return err(`The text is too long: ${bytes.length} bytes, and ${longest} is the most.`);
	return ok(storedText(bytes));
}

export const brokenEscape = "After a backslash, write one character, or three digits from 000 to 255.";

/** The bytes of a stored or typed text. Null when one of its escapes is broken. */
export function textBytes(text: string): Uint8Array | null {
	if (!quoted.test(text)) return new TextEncoder().encode(text);
	return unescapeBytes([...text.matchAll(/"((?:[^"\\]|\\.)*)"/gs)].map(([, inner = ""]) => inner).join(""));
}

function storedText(bytes: Uint8Array): string {
	const text = decodeUtf8(bytes);
	const plain = text !== null && text !== "" && text === text.trim() && !unprintable.test(text) && !quoted.test(text);
	return plain ? text : quoteBytes(bytes);
}

/** Null for bytes that are not UTF-8. */
export function decodeUtf8(bytes: Uint8Array): string | null {
	try {
		return new TextDecoder("utf-8", { fatal: true, ignoreBOM: true }).decode(bytes);
	} catch {
		return null;
	}
}

/** A stored text as zone files write it: `"one" "two"`, printable ASCII only. */
export const quoteText = (text: string): string => quoteBytes(textBytes(text) ?? new TextEncoder().encode(text));

/** @param bytes of any number; each string gets at most 255 of them. */
export const quoteBytes = (bytes: Uint8Array): string =>
	splitBytes(bytes)
		.map((part) => `"${escapeBytes(part)}"`)
		.join(" ");

/** Does not cut a UTF-8 character in two, whose further bytes are 0x80 to 0xBF. */
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

/** `\DDD` is a byte, any other `\x` is x. Null when an escape is neither. */
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
 * A file as text. Where it is not UTF-8, each byte above 127 is written as an escape, so that texts in another encoding
 * keep their bytes.
 */
export const zoneFileText = (file: Uint8Array): string =>
	decodeUtf8(file) ?? Array.from(file, (byte) => (byte > 127 ? escapedByte(byte) : String.fromCharCode(byte))).join("");
