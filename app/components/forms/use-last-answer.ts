import { useState } from "react";
import type { Failure } from "~/lib/result";

/**
 * For a page that its action leads on from step to step: a form that did not get through (middleware/keep-page.ts)
 * leaves the page at the step that it had reached.
 */
export function useLastAnswer<T extends object>(answer: T | undefined): { reached: T | undefined; lost?: Failure } {
	const [reached, setReached] = useState(answer);
	const failure = answer && "failure" in answer ? (answer.failure as Failure | undefined) : undefined;
	if (failure?.code === "unreachable") return { reached, lost: failure };
	if (answer !== reached) setReached(answer);
	return { reached: answer };
}
