import { parseDomainName } from "./domain-name";

/** Characters of a name in the DNS (RFC 1035, section 2.3.4). */
const longestName = 253;

/**
 * The first domain name in a text, in ASCII form, so that its cloth can stand beside the text. Ignores email addresses and
 * URLs. Null if there is no name that we sell.
 */
export function domainIn(text: string): string | null {
	for (const word of text.split(/[\s,;:()"“”]+/u)) {
		if (word.length > longestName || !/^[^@/=.][^@/=]*\.[^@/=]+$/u.test(word)) continue;
		const name = parseDomainName(word);
		if (name.ok) return name.value.ascii;
	}
	return null;
}
