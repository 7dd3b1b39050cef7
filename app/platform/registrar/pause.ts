/** Waits so many milliseconds, and no longer once the signal has been given. */
export function pause(ms: number, signal?: AbortSignal): Promise<void> {
	return new Promise((resolve) => {
		const timer = setTimeout(resolve, signal?.aborted ? 0 : ms);
		const stop = () => {
			clearTimeout(timer);
			resolve();
		};
		signal?.addEventListener("abort", stop, { once: true });
	});
}
