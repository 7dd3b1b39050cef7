import { readFileSync } from "node:fs";
import { getPublicSuffix } from "tldts";
import { expect, test } from "vitest";
import { soldExtensions } from "~/features/catalog/domain-prices";
import { parseDomainName } from "~/features/domains/domain-name";
import { isSuffix } from "~/features/domains/extension-rules";
import { parseExternalDomain } from "~/features/domains/external-domain";

interface Vector {
	readonly input: string;
	/** The ASCII form, or null for an invalid name. */
	readonly output: string | null;
}

const read = (file: string) => readFileSync(new URL(`../support/idna/${file}`, import.meta.url), "utf8");

/** Columns: source, toUnicode, its status, toASCII, its status. A blank column repeats the previous value. */
const ofUnicode: readonly Vector[] = read("IdnaTestV2.txt")
	.split("\n")
	.filter((line) => line !== "" && !line.startsWith("#"))
	.map((line) => {
		const [source = "", unicode = "", unicodeStatus = "", ascii = "", asciiStatus = ""] = line
			.split(";")
			.map((column) => column.trim().replace(/\\u([0-9A-F]{4})|\\x\{([0-9A-F]+)\}/g, unescaped));
		const valid = ["", "[]"].includes(asciiStatus || unicodeStatus);
		return { input: source, output: valid ? ascii || unicode || source : null };
	});

function unescaped(_: string, four: string | undefined, any: string | undefined): string {
	return String.fromCodePoint(Number.parseInt(four ?? any ?? "", 16));
}

const ofPlatformTests: readonly Vector[] = JSON.parse(read("toascii.json"));

/** Direction marks are removed from input before it is read as a name. */
const pasted = /[\u200b\u200e\u200f\u2060\ufeff\u00ad]/;

test.each([
	["Unicode", ofUnicode, 100],
	["web-platform-tests", ofPlatformTests, 1],
] as const)(
	"we accept no name that the vectors of %s refuse, and convert the others to their ASCII form",
	(_, vectors, least) => {
		let accepted = 0;
		for (const { input, output } of vectors) {
			const own = parseExternalDomain(input);
			// A leading www and a trailing dot are removed.
			if (own.ok) expect([input, own.value.ascii]).toEqual([input, output?.replace(/^www\.|\.$/g, "")]);
			const sold = input.includes(".") || pasted.test(input) ? null : parseDomainName(`${input}.com`);
			if (sold?.ok) expect([input, sold.value.label]).toEqual([input, output]);
			accepted += own.ok || sold?.ok ? 1 : 0;
		}
		expect(accepted).toBeGreaterThan(least);
	},
);

test.each([
	["ends in a hyphen", "bücher-.com"],
	["ends in a hyphen once decoded", "xn--bcher--kva.com"],
	["begins with a hyphen once decoded", "xn---bcher-kva.com"],
	["has hyphens as third and fourth character", "üb--cher.com"],
	["is made of parts of Hangul syllables", "\u1112\u1161\u11ab.com"],
	["has a part of a Hangul syllable", "한\u1100.com"],
	["has a compatibility letter of Hangul", "ㄱㄴ.com"],
	["has a second dot on an i", "i\u0307stanbul.com"],
	["has a second dot on an i, encoded", new URL("http://i\u0307stanbul.com").hostname],
	["comes from a capital I with a dot", "\u0130stanbul.com"],
	["has a dot on a dotless i", "p\u0131\u0307n.com"],
	["has a dot on an l", "googl\u0307e.com"],
	["has a digit and a dot in one character", "neema\u2488com.com"],
	["has a variation selector", "neema\ufe0f.com"],
	["is a grapheme joiner", "\u034f.com"],
	["has a Mongolian variation selector", "nee\u180bma.com"],
])("a name that %s is refused", (_, name) => {
	expect(parseDomainName(name).ok).toBe(false);
	expect(parseExternalDomain(name).ok).toBe(false);
});

test("a public suffix under which others register names is refused", () => {
	const letters = [..."abcdefghijklmnopqrstuvwxyz"];
	const pairs = letters.flatMap((a) => letters.map((b) => a + b));
	const triples = pairs.flatMap((pair) => letters.map((letter) => pair + letter));
	const words = [
		"info",
		"mobi",
		"name",
		"coop",
		"school",
		"agric",
		"grondar",
		"hotel",
		"priv",
		"asso",
		"firm",
		"store",
	];
	const ends = new Set([...soldExtensions().map((tld) => tld.split(".").at(-1) ?? ""), "tz", "ug", "rw", "ng", "za"]);
	const differing = [...ends].flatMap((end) =>
		[...letters, ...pairs, ...triples, ...words]
			.map((label) => `${label}.${end}`)
			.filter((name) => isSuffix(name) !== (getPublicSuffix(`x.${name}`) === name)),
	);
	expect(differing).toEqual([]);
	for (const name of ["edu.co", "gov.ug", "mil.tz", "gov.rw"]) expect(parseDomainName(name).ok).toBe(false);
});
