export class TimeoutError extends Error {
	override name = "TimeoutError";
}

/**
 * Does not cancel the work: it may still finish after the timeout.
 * @throws TimeoutError when `work` takes longer than `timeoutMs`
 */
export async function withTimeout<T>(work: Promise<T>, timeoutMs: number): Promise<T> {
	const value = await valueWithin(
		work.then((value) => ({ value })),
		timeoutMs,
	);
	if (value === null) throw new TimeoutError(`No answer within ${timeoutMs / 1_000} s`);
	return value.value;
}

/** The value of the work, or null if it takes longer. Errors of the work are passed on. */
export async function valueWithin<T>(work: Promise<T>, timeoutMs: number): Promise<T | null> {
	let timer: ReturnType<typeof setTimeout> | undefined;
	const timeout = new Promise<null>((resolve) => {
		timer = setTimeout(resolve, timeoutMs, null);
	});
	try {
		return await Promise.race([work, timeout]);
	} finally {
		clearTimeout(timer);
	}
}
