/** Scripts that we accept. A label may use only one of them (UTS 39, "highly restrictive"). */
const scripts: readonly (readonly [name: string, letters: RegExp])[] = [
	["Latin", /\p{Script=Latin}/u],
	["Cyrillic", /\p{Script=Cyrillic}/u],
	["Greek", /\p{Script=Greek}/u],
	["Arabic", /\p{Script=Arabic}/u],
	["Hebrew", /\p{Script=Hebrew}/u],
	["Ethiopic", /\p{Script=Ethiopic}/u],
	["Devanagari", /\p{Script=Devanagari}/u],
	["Thai", /\p{Script=Thai}/u],
	["Han", /\p{Script=Han}/u],
	["Hiragana", /\p{Script=Hiragana}/u],
	["Katakana", /\p{Script=Katakana}/u],
	["Hangul", /\p{Script=Hangul}/u],
];

/** Scripts that one language combines. */
const together: readonly ReadonlySet<string>[] = [new Set(["Han", "Hiragana", "Katakana"]), new Set(["Han", "Hangul"])];

/** Letters that look like a Latin letter in most typefaces, with that letter. */
const lookAlikes = new Map(
	Object.entries({
		...{ а: "a", с: "c", ԁ: "d", е: "e", һ: "h", і: "i", ј: "j", ӏ: "l", о: "o", р: "p", ԛ: "q", ѕ: "s", у: "y" },
		...{ ԝ: "w", х: "x", ь: "b", к: "k", м: "m", н: "h", т: "t", г: "r", п: "n" },
		...{ α: "a", ι: "i", κ: "k", ν: "v", ο: "o", ρ: "p", τ: "t", υ: "u", χ: "x", γ: "y" },
	}),
);

/** A combining dot above (U+0307) a letter that has a dot or looks like i or l. It is hard to see there. */
const hiddenDot = /[\p{Soft_Dotted}lı]\p{M}*\u0307/u;

const joinNames = (names: readonly string[]) => names.join(" and ");

/** Why a label in Unicode could be mistaken for another name, or undefined. */
export function lookAlikeProblem(label: string): string | undefined {
	const letters = [...label].filter((char) => /\p{L}/u.test(char));
	const used = scripts.filter(([, pattern]) => letters.some((char) => pattern.test(char))).map(([name]) => name);
	const foreign = letters.find((char) => !scripts.some(([, pattern]) => pattern.test(char)));
	if (foreign) return `“${foreign}” is from an alphabet that the extensions we sell don't support.`;
	if (used.length > 1 && !together.some((set) => used.every((name) => set.has(name))))
		return `“${label}” mixes ${joinNames(used)} letters, as look-alike names do. Use only one alphabet.`;
	if (hiddenDot.test(label)) return `“${label}” has a second dot on a letter, so it looks like another name.`;
	if (letters.length > 0 && letters.every((char) => lookAlikes.has(char))) {
		const latin = [...label].map((char) => lookAlikes.get(char) ?? char).join("");
		return `“${label}” is written in ${joinNames(used)} letters but reads as “${latin}”. We don't sell names that look like another name.`;
	}
	return undefined;
}
