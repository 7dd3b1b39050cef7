import type { Answer } from "./answer";
import { defaultExtension } from "./domain-input";
import type { DomainName, Search } from "./domain-name";

/** Extensions of the names that may be featured beside the exact one, best first. */
const featuredExtensions = [defaultExtension, "com", "africa"] as const;

/** The names of a search that may be featured, best first: the exact one and the word under the best extensions. */
export function featuredCandidates({ exact, names }: Pick<Search, "exact" | "names">): readonly DomainName[] {
	const others = featuredExtensions.flatMap((tld) => names.find((name) => name.tld === tld && name !== exact) ?? []);
	if (exact) return [exact, ...others];
	return others.length > 0 ? others : names.slice(0, 1);
}

/**
 * The answer to feature: the first candidate if it can be bought, otherwise the first one at the ordinary price, then one
 * at a premium price. Null if no candidate can be bought. Undefined while that depends on an answer that has not arrived.
 * @param answers by ASCII name
 */
export function chooseFeatured(
	candidates: readonly DomainName[],
	answers: ReadonlyMap<string, Answer>,
): Answer | null | undefined {
	let premium: Answer | null = null;
	for (const [index, { ascii }] of candidates.entries()) {
		const answer = answers.get(ascii);
		if (!answer) return undefined;
		if (answer.state === "available" || (index === 0 && answer.available)) return answer;
		if (answer.available) premium ??= answer;
	}
	return premium;
}
