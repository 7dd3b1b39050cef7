import { parseDomainName } from "./domain-name";

/** A name in ASCII form with what may stand before it (`www.`); not as part of a link or of a mailbox's address. */
const encoded = /(?<![\p{L}\p{N}_@/=.%:-])((?:[a-z0-9_-]+\.)*?)(xn--[a-z0-9-]+(?:\.[a-z0-9-]+)+)/giu;

/**
 * A domain name, or a text with names in it, as people read it: `xn--` labels in their own letters. What could be
 * mistaken for another name stays as it is, and so does all other text.
 */
export const toUnicode = (text: string): string =>
	text.replace(encoded, (ascii, before: string, name: string) => {
		const parsed = parseDomainName(name);
		return parsed.ok ? before + parsed.value.unicode : ascii;
	});
