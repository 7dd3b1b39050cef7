import type { Answer } from "./answer";

/** Yields the exact name's answer first, and holds back answers that arrive before it. */
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
