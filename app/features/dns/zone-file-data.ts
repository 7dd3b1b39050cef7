import { caaTags, type RecordType } from "./record";
import type { RecordInput } from "./record-input";
import { decodeUtf8, quoteBytes, unescapeBytes } from "./text-value";
import type { Token } from "./zone-file-entries";

const noFields = { value: "", priority: "", weight: "", port: "", flags: "", tag: "" };

/** `value` is null if it contains a name that we don't support. */
type Data = Omit<RecordInput, "type" | "name" | "ttl" | "value"> & { readonly value: string | null };

/** Converts the tokens after a record's type to form fields. Undefined if there are too few or too many. */
export function readData(type: RecordType, tokens: readonly Token[], origin: string): Data | undefined {
	const [a = "", b = "", c = "", d = ""] = tokens.map(({ text }) => text);
	const quotes = type === "TXT" || type === "CAA" || tokens.every(({ quoted }) => !quoted);
	if (!quotes) return undefined;
	const count = (wanted: number) => tokens.length === wanted;
	switch (type) {
		case "A":
		case "AAAA":
			return count(1) ? { ...noFields, value: a } : undefined;
		case "CNAME":
		case "NS":
			return count(1) ? { ...noFields, value: target(a, origin) } : undefined;
		case "MX":
			return count(2) ? { ...noFields, priority: a, value: target(b, origin) } : undefined;
		case "SRV":
			return count(4) ? { ...noFields, priority: a, weight: b, port: c, value: target(d, origin) } : undefined;
		case "CAA":
			// An empty value forbids every authority, as a semicolon does (RFC 8659, section 4.2).
			return count(3) ? { ...noFields, flags: caaFlags(a), tag: b, value: textOf(c) || ";" } : undefined;
		case "TXT": {
			const strings = tokens.map(({ text }) => unescapeBytes(text) ?? new Uint8Array());
			// Quote again, so that quotation marks in the text are not read as delimiters.
			return { ...noFields, value: quoteBytes(Uint8Array.from(strings.flatMap((bytes) => [...bytes]))) };
		}
	}
}

const textOf = (token: string): string => decodeUtf8(unescapeBytes(token) ?? new Uint8Array()) ?? "\ufffd";

/** Only the first bit has a meaning. The others must be ignored (RFC 8659, section 4.1). */
const caaFlags = (text: string): string =>
	/^\d{1,3}$/.test(text) && Number(text) < 256 ? (Number(text) < 128 ? "0" : "128") : text;

/** Whether a CAA tag is valid, but no certificate authority supports it. */
export const isUnsupportedTag = (tag = "") =>
	/^[a-z0-9]{1,255}$/i.test(tag) && !(caaTags as readonly string[]).includes(tag.toLowerCase());

function target(name: string, origin: string): string | null {
	if (name === ".") return name;
	const full = absoluteName(name, origin);
	return full === null ? null : `${full}.`;
}

/**
 * The full name, without its trailing dot and escapes. Empty for the root, which secondary servers use as the origin of
 * their files. Null if an escape stands for a character that we don't support, such as a dot within a label.
 */
export function absoluteName(name: string, origin: string): string | null {
	const typed = name.replace(/\\(\d{3}|.)/gsu, unescapeCharacter).toLowerCase();
	if (typed.includes("\\")) return null;
	if (typed === "@") return origin;
	if (typed.endsWith(".")) return typed.slice(0, -1);
	return origin === "" ? typed : `${typed}.${origin}`;
}

function unescapeCharacter(escaped: string, code: string): string {
	const character = /^\d{3}$/.test(code) ? String.fromCharCode(Number(code)) : code;
	return /[a-z0-9_*-]/i.test(character) ? character : escaped;
}
