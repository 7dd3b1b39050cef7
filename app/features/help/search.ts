/** The parts of an article by their weight. */
export interface SearchedText {
	readonly title: string;
	readonly headings: string;
	readonly summary: string;
	readonly text: string;
}

const weights = { title: 8, headings: 3, summary: 3, text: 1 } as const;

/** Words of a question that say nothing about its subject. */
const fillers: ReadonlySet<string> = new Set(
	`a about after all also am an and any are as at be been but by can cannot could did do does for from get had has have
	hello help hi how i if im in into is it its just like me my need no not of on or our out please so some than thank thanks
	that the their them then there this to up us want was we what when where which who why will with would you your`.split(
		/\s+/,
	),
);

interface Entry<T> {
	readonly item: T;
	/** The weight of each word. */
	readonly words: ReadonlyMap<string, number>;
}

export interface SearchIndex<T> {
	readonly entries: readonly Entry<T>[];
	/** All words of all entries. */
	readonly words: readonly string[];
}

/** Words in lower case, without accents and apostrophes. A word with hyphens has several parts. */
function wordsIn(text: string): string[][] {
	const plain = text
		.normalize("NFKD")
		.toLowerCase()
		.replace(/\p{M}|['’]/gu, "");
	const found = plain.match(/[\p{L}\p{N}]+(?:[-‑][\p{L}\p{N}]+)*/gu) ?? [];
	return found.map((word) => word.split(/[-‑]/));
}

/** "M-Pesa" is found as m, pesa and mpesa. */
const indexedWords = (text: string): string[] =>
	wordsIn(text).flatMap((parts) => (parts.length > 1 ? [...parts, parts.join("")] : parts));

/** The same for "domain" and "domains". */
const stem = (word: string): string => (word.length > 3 && /[^s]s$/.test(word) ? word.slice(0, -1) : word);

export function toSearchIndex<T>(items: readonly T[], textOf: (item: T) => SearchedText): SearchIndex<T> {
	const entries = items.map((item) => {
		const words = new Map<string, number>();
		for (const [part, text] of Object.entries(textOf(item)))
			for (const word of new Set(indexedWords(text).map(stem))) {
				const weight = weights[part as keyof SearchedText];
				words.set(word, (words.get(word) ?? 0) + weight);
			}
		return { item, words };
	});
	return { entries, words: [...new Set(entries.flatMap(({ words }) => [...words.keys()]))] };
}

/** Characters of a query that are looked at, and its different words. */
const limits = { characters: 2_000, words: 40 };

/** A prefix counts less than the whole word. Shorter ones are in too many words. */
const prefix = { length: 3, share: 0.5 };

interface FoundWord {
	/** The words of the index that it stands for. */
	readonly matches: ReadonlyMap<string, number>;
	/** Rare words say more. */
	readonly rarity: number;
}

function findWord<T>({ entries, words }: SearchIndex<T>, typed: string): FoundWord {
	const matches = new Map<string, number>();
	const wanted = stem(typed);
	for (const word of words) {
		if (word === wanted) matches.set(word, 1);
		else if (wanted.length >= prefix.length && word.startsWith(wanted)) matches.set(word, prefix.share);
	}
	const having = entries.filter((entry) => [...matches.keys()].some((word) => entry.words.has(word))).length;
	return { matches, rarity: Math.log(1 + entries.length / Math.max(having, 1)) };
}

const scoreOf = <T>({ words }: Entry<T>, { matches, rarity }: FoundWord): number =>
	Math.max(0, ...Array.from(matches, ([word, share]) => (words.get(word) ?? 0) * share)) * rarity;

/**
 * What matches a query, best first. `all` requires every word that means something; if nothing has them all, any of them.
 * `some` is for whole sentences: what has only words that most have, or only one in passing, is left out.
 */
export function search<T>(index: SearchIndex<T>, query: string, mode: "all" | "some"): T[] {
	const typed = [...new Set(wordsIn(query.slice(0, limits.characters)).flat())];
	const meant = typed.filter((word) => !fillers.has(word));
	const isSmallTalk = meant.length === 0;
	if (isSmallTalk && mode === "some") return [];
	const words = (isSmallTalk ? typed : meant).slice(0, limits.words).map((word) => findWord(index, word));
	const scored = index.entries.map((entry) => {
		const scores = words.map((word) => scoreOf(entry, word));
		return {
			item: entry.item,
			hits: scores.filter((score) => score > 0).length,
			score: scores.reduce((sum, score) => sum + score, 0),
		};
	});
	const ranked = scored.filter(({ hits }) => hits > 0).toSorted((a, b) => b.score - a.score);
	if (mode === "some") {
		const best = ranked[0]?.score ?? 0;
		return ranked.filter(({ score }) => score >= minScore && score >= best / 2).map(({ item }) => item);
	}
	const whole = ranked.filter(({ hits }) => hits === words.length);
	return (whole.length > 0 ? whole : ranked).map(({ item }) => item);
}

/** About one rare word of a title. */
const minScore = 6;
