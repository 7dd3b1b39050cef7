import { type MockInstance, vi } from "vitest";

/** The lines of the operator's log from now on, in place of the console. */
export function readLogs() {
	const spies = (["info", "warn", "error"] as const).map((level) =>
		vi.spyOn(console, level).mockImplementation((text: string) => void written.push(text)),
	) as readonly MockInstance[];
	const written: string[] = [];
	return {
		/** As they were written. */
		written,
		/** Those with this event. */
		lines: (event: string): Record<string, unknown>[] =>
			written.map((text) => JSON.parse(text)).filter((line) => line.event === event),
		stop() {
			for (const spy of spies) spy.mockRestore();
		},
	};
}
