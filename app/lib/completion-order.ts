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
