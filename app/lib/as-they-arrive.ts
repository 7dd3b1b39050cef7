/**
 * The values of promises in the order in which they settle. A rejection is thrown where it is met, so give promises
 * that answer with a value also when things fail. Leaving the loop early leaves the rest to finish unheard.
 */
export async function* asTheyArrive<T>(promises: readonly Promise<T>[]): AsyncGenerator<T> {
	const arrived: Promise<T>[] = [];
	let wake = () => {};
	for (const promise of promises) {
		const note = () => {
			arrived.push(promise);
			wake();
		};
		promise.then(note, note);
	}
	for (let given = 0; given < promises.length; given += 1) {
		if (given === arrived.length)
			await new Promise<void>((resolve) => {
				wake = resolve;
			});
		yield await (arrived[given] as Promise<T>);
	}
}
