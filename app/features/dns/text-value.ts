import { ok, type Result, wrong } from "../../lib/result";

/** Bytes in one string of a TXT record (RFC 1035, section 3.3.14); longer texts are several strings. */
const stringLength = 255;
/** Bytes in all. More does not fit one answer with what else is said. */
const longest = 4_000;

/** The text of a TXT record. Pasted from instructions, it may come in quotation marks, in one string or several. */
export function parseText(input: string): Result<string, string> {
	const typed = input.trim();
	const quoted = /^"(?:[^"\\]|\\.)*"(?:\s+"(?:[^"\\]|\\.)*")*$/s.test(typed);
	const text = quoted ? unquote(typed) : typed;
	if (text === "") return wrong("Enter the text.");
	if (/[\p{Cc}\u2028\u2029]/u.test(text))
		return wrong("The text must be one line, without tabs or other invisible characters.");
	const size = new TextEncoder().encode(text).length;
	if (size > longest) return wrong(`The text is too long: ${size} bytes, and ${longest} is the most.`);
	return ok(text);
}

/** The text as the strings of its record: each at most 255 bytes, no character cut in two. */
export function splitText(text: string): string[] {
	const strings: string[] = [];
	let current = "";
	let size = 0;
	for (const character of text) {
		const bytes = new TextEncoder().encode(character).length;
		if (size + bytes > stringLength) {
			strings.push(current);
			current = "";
			size = 0;
		}
		current += character;
		size += bytes;
	}
	return [...strings, current];
}

/** As zone files write it: `"one" "two"`, with `\"`, `\\` and `\DDD` for what is not printable ASCII (RFC 1035, 5.1). */
export const quoteText = (text: string): string =>
	splitText(text)
		.map((part) => `"${escapeText(part)}"`)
		.join(" ");

function escapeText(text: string): string {
	let escaped = "";
	for (const byte of new TextEncoder().encode(text)) {
		const character = String.fromCharCode(byte);
		if (character === '"' || character === "\\") escaped += `\\${character}`;
		else escaped += byte < 32 || byte > 126 ? `\\${String(byte).padStart(3, "0")}` : character;
	}
	return escaped;
}

/** Without its quotation marks and escapes; the strings joined. */
export function unquote(text: string): string {
	return [...text.matchAll(/"((?:[^"\\]|\\.)*)"/gs)].map(([, inner = ""]) => unescapeText(inner)).join("");
}

/** `\DDD` is a byte, any other `\x` is x. */
export function unescapeText(text: string): string {
	const bytes: number[] = [];
	for (const [piece] of text.matchAll(/\\\d{3}|\\.|[^\\]+|\\/gsu)) {
		if (/^\\\d{3}$/.test(piece)) bytes.push(Number(piece.slice(1)) & 255);
		else bytes.push(...new TextEncoder().encode(piece.startsWith("\\") ? piece.slice(1) : piece));
	}
	return new TextDecoder().decode(new Uint8Array(bytes));
}
