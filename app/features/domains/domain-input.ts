import { isSold } from "~/features/catalog/known-extensions";
import { err, ok, type Result } from "~/lib/result";
import { isSuffix, splitExtension } from "./extension-rules";

/** What a word without an extension is searched under first. */
export const defaultExtension = "co.ke";

/** Names in one list. */
export const maxBulkNames = 50;

/** Characters. */
const maxInput = 400;

/** Replaces the extension of a typed name, or adds one. */
export function withExtension(text: string, tld: string): string {
	const host = extractHost(text);
	if (!host.ok) return text;
	const before = host.value.includes(".") ? splitExtension(host.value).before : host.value;
	const word = before.split(".").pop()?.trim() ?? "";
	return word === "" ? text : `${word}.${tld}`;
}

/** A word without an extension as a full name: "neema" as "neema.co.ke". Null for anything else. */
export function withDefaultExtension(text: string): string | null {
	const host = extractHost(text);
	return host.ok && /^[^\s.]+$/u.test(host.value) ? `${host.value}.${defaultExtension}` : null;
}

/** The extension of a typed name. Null if it has none or we don't sell it. */
export function extensionIn(text: string): string | null {
	const host = extractHost(text);
	if (!host.ok || !host.value.includes(".")) return null;
	const { tld } = splitExtension(host.value.replace(/\s+/gu, ""));
	return isSold(tld) ? tld : null;
}

/** Extracts the host from typed or pasted text, in lower case. Does not validate it. */
export function extractHost(input: string): Result<string, string> {
	const text = input
		// Invisible characters from word processors: soft hyphen, zero-width space, direction marks.
		.replace(/[\u00ad\u200b\u200e\u200f\u2060\ufeff]/g, "")
		.trim();
	if (text === "") return err("Please enter a domain name");
	if (text.length > maxInput) return err("That is too long for a domain name. Use at most 63 characters.");
	const host = text
		.replace(/^(?:[a-z][a-z0-9+.-]*:\/\/|\/\/|mailto:)/i, "")
		.replace(/[/?#\\].*$/su, "")
		.replace(/^.*@/su, "")
		.replace(/[。．｡]/g, ".")
		.replace(/[^\p{ASCII}]/gu, compatible)
		.toLowerCase()
		.normalize("NFC")
		.replace(/([^:[\]]):\d+$/, "$1")
		.replace(/\.+$/, "")
		.trim();
	const bare = host.replace(/^www\./, "");
	return ok(bare === "" || isSuffix(bare) ? host : bare);
}

/** Normalizes full-width and other forms of letters, digits and hyphens. Leaves `⒈`, which would become `1.`. */
function compatible(char: string): string {
	const mapped = char.normalize("NFKC");
	return /^[\p{L}\p{M}\p{N}-]+$/u.test(mapped) ? mapped : char;
}
