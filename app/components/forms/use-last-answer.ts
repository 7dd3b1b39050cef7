import { useState } from "react";
import type { Failure } from "~/lib/result";

/**
 * For pages with several steps: returns the last answer of the action that reached the server. If the server could not
 * be reached (middleware/keep-page.ts), the page stays at its step and `networkFailure` says why.
 */
export function useLastAnswer<T extends object>(
	answer: T | undefined,
): {
	lastAnswer: T | undefined;
	networkFailure?: Failure;
} {
	const [lastAnswer, setLastAnswer] = useState(answer);
	const failure = answer && "failure" in answer ? (answer.failure as Failure | undefined) : undefined;
	if (failure?.code === "unreachable") return { lastAnswer, networkFailure: failure };
	if (answer !== lastAnswer) setLastAnswer(answer);
	return { lastAnswer: answer };
}
