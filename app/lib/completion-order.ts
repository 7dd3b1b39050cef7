/**
 * Yields each promise's value as it settles. Throws when it reaches a rejection, so pass promises that resolve with an
 * error value instead. Leaving the loop early cancels nothing: the remaining promises still run.
 */
export async function* inCompletionOrder<T>(promises: readonly Promise<T>[]): AsyncGenerator<T> {
	const settled: Promise<T>[] = [];
	let wake = () => {};
	for (const promise of promises) {
		const onSettled = () => {
			settled.push(promise);
			wake();
		};
		promise.then(onSettled, onSettled);
	}
	for (let yielded = 0; yielded < promises.length; yielded += 1) {
		if (yielded === settled.length)
			await new Promise<void>((resolve) => {
				wake = resolve;
			});
		yield await (settled[yielded] as Promise<T>);
	}
}

/** Yields the items of all sources as they arrive. Throws if a source does. Leaving the loop early ends all sources. */
export async function* merge<T>(sources: readonly AsyncIterable<T>[]): AsyncGenerator<T> {
	const iterators = sources.map((source) => source[Symbol.asyncIterator]());
	const nextOf = (iterator: AsyncIterator<T>) => iterator.next().then((result) => ({ iterator, result }));
	const waiting = new Map(iterators.map((iterator) => [iterator, nextOf(iterator)]));
	try {
		while (waiting.size > 0) {
			const { iterator, result } = await Promise.race(waiting.values());
			if (result.done) waiting.delete(iterator);
			else {
				waiting.set(iterator, nextOf(iterator));
				yield result.value;
			}
		}
	} finally {
		for (const iterator of waiting.keys()) void iterator.return?.();
	}
}
