/** Runs at most `count` pieces of work at once; the others wait in the order in which they came. */
export function createSlots(count: number) {
	let free = count;
	const waiting: (() => void)[] = [];

	return async function run<T>(work: () => Promise<T>): Promise<T> {
		if (free > 0) free -= 1;
		else await new Promise<void>((resolve) => waiting.push(resolve));
		try {
			return await work();
		} finally {
			const next = waiting.shift();
			if (next) next();
			else free += 1;
		}
	};
}
