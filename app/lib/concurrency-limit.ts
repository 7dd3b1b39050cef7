/**
 * Returns a function that runs work, at most `count` pieces at the same time. The rest waits in order of arrival, work
 * with priority first.
 */
export function createConcurrencyLimit(count: number) {
	let free = count;
	const withPriority: (() => void)[] = [];
	const waiting: (() => void)[] = [];

	return async function run<T>(work: () => Promise<T>, { hasPriority = false } = {}): Promise<T> {
		if (free > 0) free -= 1;
		else await new Promise<void>((resolve) => (hasPriority ? withPriority : waiting).push(resolve));
		try {
			return await work();
		} finally {
			const next = withPriority.shift() ?? waiting.shift();
			if (next) next();
			else free += 1;
		}
	};
}
