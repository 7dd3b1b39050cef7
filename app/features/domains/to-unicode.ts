import { parseDomainName } from "./domain-name";

/**
 * An ASCII domain name, with any subdomains and the character before. Does not match in a URL or an email address. Without
 * a lookbehind, because Safari before 16.4 does not parse it.
 */
const encoded = /(^|[^\p{L}\p{N}_@/=.%:-])((?:[a-z0-9_-]+\.)*?)(xn--[a-z0-9-]+(?:\.[a-z0-9-]+)+)/giu;

/**
 * Converts the `xn--` names in a text to Unicode. Names that could be mistaken for another one, and all other text, stay
 * as they are.
 */
export const toUnicode = (text: string): string =>
	text.replace(encoded, (ascii, separator: string, subdomains: string, name: string) => {
		const parsed = parseDomainName(name);
		return parsed.ok ? separator + subdomains + parsed.value.unicode : ascii;
	});
