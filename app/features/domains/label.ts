import punycode from "punycode/punycode.js";
import { fail, ok, type Result } from "~/lib/result";
import { labelRule } from "./extension-rules";
import { lookAlikeProblem } from "./scripts";

/** The part of a name before its extension. */
export interface Label {
	/** Lower case. Starts with `xn--` if it has characters other than a to z, digits and hyphens. */
	readonly ascii: string;
	readonly unicode: string;
}

/**
 * Letters, marks and digits of IDNA 2008 (RFC 5892) and the hyphen. Excludes symbols, emoji, invisible characters and
 * Hangul jamo (section 2.9), which look the same as the syllables that they form.
 */
const letterDigitHyphen =
	/^(?!\p{Default_Ignorable_Code_Point}|[\u1100-\u11ff\ua960-\ua97f\ud7b0-\ud7ff])[\p{Ll}\p{Lo}\p{Lm}\p{Mn}\p{Mc}\p{Nd}-]$/u;
const invalid = (message: string) => fail("invalid", message);

/** Validates a label by the rules of all extensions: RFC 1035, 5890 and 5891. */
export function parseLabel(text: string): Result<Label> {
	if (text === "") return invalid("Put a name before the extension.");
	const wrong = [...text].find((char) => !letterDigitHyphen.test(char));
	if (wrong !== undefined) return invalid(wrongCharacter(wrong));
	const plain = /^[a-z0-9-]+$/.test(text);
	if (plain && text.startsWith("xn--")) return parseInternational(text);
	const hyphens = hyphenProblem(text);
	if (hyphens) return invalid(hyphens);
	return plain ? checkLength({ ascii: text, unicode: text }) : parseInternational(text);
}

/** CheckHyphens of UTS 46 (section 4.1), which the platform's URL does not do. */
function hyphenProblem(text: string): string | undefined {
	if (text.startsWith("-")) return "A name can't start with a hyphen.";
	if (text.endsWith("-")) return "A name can't end with a hyphen.";
	if (text.slice(2, 4) === "--") return "A name can't have hyphens as both its third and fourth character.";
	return undefined;
}

function parseInternational(text: string): Result<Label> {
	const ascii = toAscii(text);
	const unicode = ascii?.startsWith("xn--") ? decode(ascii) : ascii;
	if (!ascii || !unicode || toAscii(unicode) !== ascii)
		return invalid(`“${text}” is not a valid name: its letters can't be encoded.`);
	const wrong = [...unicode].find((char) => !letterDigitHyphen.test(char));
	if (wrong !== undefined) return invalid(wrongCharacter(wrong));
	const problem = hyphenProblem(unicode) ?? lookAlikeProblem(unicode);
	return problem ? invalid(problem) : checkLength({ ascii, unicode });
}

function checkLength(label: Label): Result<Label> {
	const length = label.ascii.length;
	if (length <= 63) return ok(label);
	const encoded = label.ascii === label.unicode ? "" : " in its encoded form";
	return invalid(`The name is too long: it has ${length} characters${encoded}. Use at most 63.`);
}

/** Checks a valid label by the rules of one extension. Returns the problem, or undefined if it is allowed. */
export function extensionProblem(label: Label, tld: string): string | undefined {
	const { min, max, idn } = labelRule(tld);
	if (!idn && label.ascii !== label.unicode)
		return `.${tld} names can only have the letters a to z, digits and hyphens.`;
	if ([...label.unicode].length < min) return `.${tld} names have at least ${min} characters.`;
	if (label.ascii.length > max) return `.${tld} names have at most ${max} characters.`;
	return undefined;
}

function wrongCharacter(char: string): string {
	if (/\s/u.test(char)) return "Domain name cannot contain spaces";
	if (char === "_") return "A name can't have an underscore. Use a hyphen (-) instead.";
	const shown = /[\p{C}\p{M}\p{Default_Ignorable_Code_Point}]/u.test(char)
		? "An invisible character"
		: /\p{Extended_Pictographic}/u.test(char)
			? `${char} (an emoji)`
			: `“${char}”`;
	return `${shown} can't be in a domain name. Use letters, digits and hyphens.`;
}

/**
 * Converts a label by UTS 46 (nontransitional, with CheckBidi and CheckJoiners), using the platform's URL. Undefined if
 * it is invalid. Adds a second label, so that digits are not parsed as an IP address.
 */
function toAscii(label: string): string | undefined {
	try {
		const host = new URL(`http://${label}.example`).hostname;
		return host.endsWith(".example") ? host.slice(0, -".example".length) : undefined;
	} catch {
		return undefined;
	}
}

/** The Unicode form of an `xn--` label. Undefined if it is not Punycode (RFC 3492). */
function decode(ascii: string): string | undefined {
	try {
		return punycode.decode(ascii.slice("xn--".length));
	} catch {
		return undefined;
	}
}
