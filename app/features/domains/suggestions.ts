import type { DomainName, Search } from "./domain-name";
import { extensionProblem } from "./label";

/** Words that businesses end their names with. We suggest the name with a hyphen before the word. */
const businessWords = [
	...["bakery", "salon", "shop", "store", "hotel", "foods", "farm", "tech", "kenya", "africa", "nairobi", "safaris"],
	...["safari", "media", "group", "studio", "designs", "fashion", "traders", "school", "clinic", "motors", "homes"],
];

/** Names similar to a taken one, most natural first. Does not check whether they are available. */
export function suggestionsFor({ exact }: Search): DomainName[] {
	// The added words have Latin letters. A name must not mix alphabets.
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
