/**
 * Replaces a method until the returned function is called. For what is called millions of times: Vitest's spies keep the
 * arguments and the result of each call.
 */
export function replaceMethod<Target, Name extends keyof Target>(
	target: Target,
	name: Name,
	replacement: Target[Name],
): () => void {
	const original = target[name];
	target[name] = replacement;
	return () => {
		target[name] = original;
	};
}
