export class TimeoutError extends Error {
	override name = "TimeoutError";
}

/**
 * Does not cancel the work: it may still finish after the timeout.
 * @throws TimeoutError when `work` takes longer than `timeoutMs`
 */
export async function withTimeout<T>(work: Promise<T>, timeoutMs: number): Promise<T> {
	let timer: ReturnType<typeof setTimeout> | undefined;
	const timeout = new Promise<never>((_, reject) => {
		timer = setTimeout(() => reject(new TimeoutError(`No answer within ${timeoutMs / 1_000} s`)), timeoutMs);
	});
	try {
		return await Promise.race([work, timeout]);
	} finally {
		clearTimeout(timer);
	}
}
