import type { DomainName, Search } from "./domain-name";
import { extensionProblem } from "./label";

/** Words that businesses end their names with: a hyphen before one reads well. */
const businessWords = [
	...["bakery", "salon", "shop", "store", "hotel", "foods", "farm", "tech", "kenya", "africa", "nairobi", "safaris"],
	...["safari", "media", "group", "studio", "designs", "fashion", "traders", "school", "clinic", "motors", "homes"],
];

/** Names near one that is taken, most natural first; what of them is free is for the registries to say. */
export function suggestionsFor({ exact }: Search): DomainName[] {
	// Affixes are Latin letters: joined to another alphabet they would make a look-alike.
	if (!exact || exact.ascii !== exact.unicode) return [];
	const { label, tld } = exact;
	const businessWord = businessWords.find((word) => label.endsWith(word) && label.length > word.length + 1);
	const hyphenated =
		businessWord && !label.includes("-") ? [`${label.slice(0, -businessWord.length)}-${businessWord}`] : [];
	const joined = label.includes("-") ? [label.replaceAll("-", "")] : [];
	const labels = [
		...hyphenated,
		...joined,
		`get-${label}`,
		`${label}-ke`,
		`${label}-online`,
		`my${label}`,
		`the${label}`,
	];
	return [...new Set([...labels, `${label}africa`])].flatMap((word) => {
		if (word === label || extensionProblem({ ascii: word, unicode: word }, tld) || word.length > 63) return [];
		return [{ ascii: `${word}.${tld}`, unicode: `${word}.${tld}`, label: word, tld }];
	});
}
