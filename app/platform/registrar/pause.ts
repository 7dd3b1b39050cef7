/** Waits `ms` milliseconds, or until the signal is aborted. */
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
