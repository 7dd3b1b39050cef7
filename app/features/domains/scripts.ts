/** Alphabets whose names can be registered; each label keeps to one of them (Unicode TS 39, "highly restrictive"). */
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

/** Alphabets that one language writes together. */
const together: readonly ReadonlySet<string>[] = [new Set(["Han", "Hiragana", "Katakana"]), new Set(["Han", "Hangul"])];

/** Letters that read as a Latin letter in most typefaces, with that letter. */
const lookAlikes = new Map(
	Object.entries({
		...{ а: "a", с: "c", ԁ: "d", е: "e", һ: "h", і: "i", ј: "j", ӏ: "l", о: "o", р: "p", ԛ: "q", ѕ: "s", у: "y" },
		...{ ԝ: "w", х: "x", ь: "b", к: "k", м: "m", н: "h", т: "t", г: "r", п: "n" },
		...{ α: "a", ι: "i", κ: "k", ν: "v", ο: "o", ρ: "p", τ: "t", υ: "u", χ: "x", γ: "y" },
	}),
);

/** A dot above a letter that has a dot, or reads as i or l: it can hardly be seen (`i` and U+0307). */
const hiddenDot = /[\p{Soft_Dotted}lı]\p{M}*\u0307/u;

const joinNames = (names: readonly string[]) => names.join(" and ");

/** Why a label in Unicode could be meant to be mistaken for another name, or undefined. */
export function lookAlikeProblem(label: string): string | undefined {
	const letters = [...label].filter((char) => /\p{L}/u.test(char));
	const used = scripts.filter(([, pattern]) => letters.some((char) => pattern.test(char))).map(([name]) => name);
	const foreign = letters.find((char) => !scripts.some(([, pattern]) => pattern.test(char)));
	if (foreign) return `“${foreign}” belongs to an alphabet that the extensions we sell do not take.`;
	if (used.length > 1 && !together.some((set) => used.every((name) => set.has(name))))
		return `“${label}” mixes ${joinNames(used)} letters, which is how look-alike names are made. Use one alphabet.`;
	if (hiddenDot.test(label)) return `“${label}” has a second dot on a letter, so that it looks like another name.`;
	if (letters.length > 0 && letters.every((char) => lookAlikes.has(char))) {
		const latin = [...label].map((char) => lookAlikes.get(char) ?? char).join("");
		return `“${label}” is written in ${joinNames(used)} letters but reads as “${latin}”. Names that look like another are not sold.`;
	}
	return undefined;
}
