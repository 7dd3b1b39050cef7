interface Options {
	readonly windowMs: number;
	/** The oldest windows are forgotten beyond this, so that a flood of keys can't fill the memory. */
	readonly maxKeys: number;
}

interface Window {
	readonly endsAt: number;
	count: number;
}

/**
 * Counts events per key and window in memory, so each isolate counts on its own. For limits that must cost nothing, and
 * may be exceeded by the number of isolates. A window begins with its first event.
 */
export function createWindowCounter({ windowMs, maxKeys }: Options) {
	const windows = new Map<string, Window>();

	return {
		/** Counts an event. Returns the count of the current window and its end. */
		add(key: string, now: number): Readonly<Window> {
			const current = windows.get(key);
			if (current && now < current.endsAt && now >= current.endsAt - windowMs) {
				current.count += 1;
				return current;
			}
			windows.delete(key);
			const [oldest] = windows.keys();
			if (oldest !== undefined && windows.size >= maxKeys) windows.delete(oldest);
			const started = { endsAt: now + windowMs, count: 1 };
			windows.set(key, started);
			return started;
		},
	};
}
