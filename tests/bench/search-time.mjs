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
