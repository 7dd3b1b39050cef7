import { newVisitor } from "./visitor.mjs";

/** Searches for a name that is not cached. Returns ms until the first and last answer, and the number of answers. */
export async function searchTime(origin, word) {
	const start = performance.now();
	const response = await fetch(`${origin}/api/domains/search?q=${word}`, { headers: newVisitor() });
	if (!response.ok) throw new Error(`The search answered ${response.status}`);
	const decoder = new TextDecoder();
	let first;
	let text = "";
	for await (const chunk of response.body) {
		text += decoder.decode(chunk, { stream: true });
		if (first === undefined && text.includes("\n")) first = performance.now() - start;
	}
	const answers = text
		.split("\n")
		.filter(Boolean)
		.map((line) => JSON.parse(line));
	const unknown = answers.filter(({ state }) => state === "unknown").length;
	return { first, last: performance.now() - start, answers: answers.length, unknown };
}

/**
 * Searches on the page for a name that is not cached. Returns the longest time (ms) from a registry's answer until the
 * first part of the page with results, for the results in that part.
 * @param {Map<string, number>} answered when the registry answered for each name (ms, performance.now)
 */
export async function firstResultDelay(origin, word, answered) {
	const response = await fetch(`${origin}/domains/search?q=${word}`, {
		// The local server's compression would send the whole page at its end.
		headers: { ...newVisitor(), "Accept-Encoding": "identity" },
	});
	if (!response.ok) throw new Error(`The search page answered ${response.status}`);
	const decoder = new TextDecoder();
	let delay;
	for await (const chunk of response.body) {
		const text = decoder.decode(chunk, { stream: true });
		if (delay !== undefined) continue;
		const names = Array.from(text.matchAll(/add-to-cart data-id="([^"]+)"/g), ([, name]) => name);
		const times = names.flatMap((name) => answered.get(name) ?? []);
		if (times.length > 0) delay = performance.now() - Math.min(...times);
	}
	return delay;
}
