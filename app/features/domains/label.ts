import { fail, ok, type Result } from "~/lib/result";
import { labelRule } from "./extension-rules";
import { decodePunycode } from "./punycode";
import { lookAlikeProblem } from "./scripts";

/** The part before the extension, in both its forms. */
export interface Label {
	/** What the DNS knows: lower case, `xn--` when it holds more than a to z, digits and hyphens. */
	readonly ascii: string;
	readonly unicode: string;
}

/** Letters, marks and digits of IDNA 2008 (RFC 5892) and the hyphen; symbols and emoji are none of these. */
const letterDigitHyphen = /^[\p{Ll}\p{Lo}\p{Lm}\p{Mn}\p{Mc}\p{Nd}-]$/u;
const invalid = (message: string) => fail("invalid", message);

/** The rules that hold under every extension: RFC 1035, 5890 and 5891. */
export function parseLabel(text: string): Result<Label> {
	if (text === "") return invalid("Put a name before the extension.");
	const wrong = [...text].find((char) => !letterDigitHyphen.test(char));
	if (wrong !== undefined) return invalid(wrongCharacter(wrong));
	if (text.startsWith("-")) return invalid("A name can't begin with a hyphen.");
	if (text.endsWith("-")) return invalid("A name can't end with a hyphen.");
	const plain = /^[a-z0-9-]+$/.test(text);
	if (text.slice(2, 4) === "--" && !(plain && text.startsWith("xn--")))
		return invalid("A name can't have hyphens as both its third and fourth character.");
	return plain && !text.startsWith("xn--") ? short({ ascii: text, unicode: text }) : international(text);
}

function international(text: string): Result<Label> {
	const ascii = toAscii(text);
	const unicode = ascii?.startsWith("xn--") ? decodePunycode(ascii.slice(4)) : ascii;
	if (ascii === undefined || unicode === undefined || toAscii(unicode) !== ascii)
		return invalid(`“${text}” is not a valid name: its letters can't be encoded.`);
	if ([...unicode].some((char) => !letterDigitHyphen.test(char)))
		return invalid(`“${unicode}” holds characters that can't be in a domain name.`);
	const problem = lookAlikeProblem(unicode);
	return problem ? invalid(problem) : short({ ascii, unicode });
}

function short(label: Label): Result<Label> {
	const length = label.ascii.length;
	if (length <= 63) return ok(label);
	const encoded = label.ascii === label.unicode ? "" : " in its encoded form";
	return invalid(`The name is too long: ${length} characters${encoded}, and 63 is the most.`);
}

/** The rules of one extension, for a label that is valid as such; undefined when it can be had there. */
export function extensionProblem(label: Label, tld: string): string | undefined {
	const { min, max, idn } = labelRule(tld);
	if (!idn && label.ascii !== label.unicode) return `.${tld} takes the letters a to z, digits and hyphens only.`;
	if ([...label.unicode].length < min) return `.${tld} names have at least ${min} characters.`;
	if (label.ascii.length > max) return `.${tld} names have at most ${max} characters.`;
	return undefined;
}

function wrongCharacter(char: string): string {
	if (/\s/u.test(char)) return "Domain name cannot contain spaces";
	if (char === "_") return "A name can't hold an underscore. A hyphen (-) can take its place.";
	const shown = /[\p{C}\p{M}]/u.test(char)
		? "An invisible character"
		: /\p{Extended_Pictographic}/u.test(char)
			? `${char} (an emoji)`
			: `“${char}”`;
	return `${shown} can't be in a domain name. Use letters, digits and hyphens.`;
}

/** UTS 46 as the platform does it; undefined when it refuses. The second label keeps digits from being an address. */
function toAscii(label: string): string | undefined {
	try {
		const host = new URL(`http://${label}.example`).hostname;
		return host.endsWith(".example") ? host.slice(0, -".example".length) : undefined;
	} catch {
		return undefined;
	}
}
