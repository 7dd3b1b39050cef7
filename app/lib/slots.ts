/**
 * Runs at most `count` pieces of work at once; the others wait in the order in which they came, what goes on with
 * something begun before what begins something.
 */
export function createSlots(count: number) {
	let free = count;
	const begun: (() => void)[] = [];
	const waiting: (() => void)[] = [];

	return async function run<T>(work: () => Promise<T>, { goesOn = false } = {}): Promise<T> {
		if (free > 0) free -= 1;
		else await new Promise<void>((resolve) => (goesOn ? begun : waiting).push(resolve));
		try {
			return await work();
		} finally {
			const next = begun.shift() ?? waiting.shift();
			if (next) next();
			else free += 1;
		}
	};
}
