import type { Answer } from "./answer";

/** The answers with the exact name's first; those that arrive before it are held until it is there. */
export async function* putExactFirst(
	answers: AsyncIterable<Answer>,
	exact: string | undefined,
): AsyncGenerator<Answer> {
	const held: Answer[] = [];
	let waiting = exact !== undefined;
	for await (const answer of answers) {
		if (waiting && answer.domain !== exact) {
			held.push(answer);
			continue;
		}
		yield answer;
		if (waiting) yield* held;
		waiting = false;
	}
	if (waiting) yield* held;
}
