import { isSold } from "~/features/catalog/domain-prices";
import { err, ok, type Result } from "~/lib/result";
import { isSuffix, splitExtension } from "./extension-rules";

/** Longer texts are not names and are not shown again. */
const maxInput = 400;

/** The text with its extension replaced, or with one added: what choosing an extension does to the box. */
export function withExtension(text: string, tld: string): string {
	const host = extractHost(text);
	if (!host.ok) return text;
	const before = host.value.includes(".") ? splitExtension(host.value).before : host.value;
	const word = before.split(".").at(-1)?.trim() ?? "";
	return word === "" ? text : `${word}.${tld}`;
}

/** The sold extension that a text ends in, or null. */
export function extensionIn(text: string): string | null {
	const host = extractHost(text);
	if (!host.ok || !host.value.includes(".")) return null;
	const { tld } = splitExtension(host.value.replace(/\s+/gu, ""));
	return isSold(tld) ? tld : null;
}

/** The bare host of whatever was pasted, in lower case; still unchecked. */
export function extractHost(input: string): Result<string, string> {
	const text = input
		// Invisible marks of word processors: soft hyphen, zero-width space, direction marks.
		.replace(/[\u00ad\u200b\u200e\u200f\u2060\ufeff]/g, "")
		.trim();
	if (text === "") return err("Please enter a domain name");
	if (text.length > maxInput) return err("That is too long for a domain name: 63 characters is the most.");
	const host = text
		.replace(/^(?:[a-z][a-z0-9+.-]*:\/\/|\/\/|mailto:)/i, "")
		.replace(/[/?#\\].*$/su, "")
		.replace(/^.*@/su, "")
		.replace(/[。．｡]/g, ".")
		.replace(/[^\p{ASCII}]/gu, compatible)
		.toLowerCase()
		.normalize("NFC")
		.replace(/(?<=[^:[\]]):\d+$/, "")
		.replace(/\.+$/, "")
		.trim();
	const bare = host.replace(/^www\./, "");
	return ok(bare === "" || isSuffix(bare) ? host : bare);
}

/** Full-width and other forms of letters, digits and hyphens. `⒈`, which would become `1.`, stays and is refused. */
function compatible(char: string): string {
	const mapped = char.normalize("NFKC");
	return /^[\p{L}\p{M}\p{N}-]+$/u.test(mapped) ? mapped : char;
}
