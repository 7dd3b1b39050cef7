/** Work that took too long. It may still end, unheard. */
export class TimedOut extends Error {
	override name = "TimedOut";
}

/** @throws TimedOut when `work` takes longer than `limit` ms */
export async function withinTime<T>(work: Promise<T>, limit: number): Promise<T> {
	let timer: ReturnType<typeof setTimeout> | undefined;
	const late = new Promise<never>((_, reject) => {
		timer = setTimeout(() => reject(new TimedOut(`No answer within ${limit / 1_000} s`)), limit);
	});
	try {
		return await Promise.race([work, late]);
	} finally {
		clearTimeout(timer);
	}
}
