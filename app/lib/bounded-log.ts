import { type Clock, systemClock } from "./clock";
import { MINUTE } from "./durations";

/** Per minute and isolate. */
const maxLines = 60;

/**
 * Writes one JSON line per event to the operator's log, at most 60 a minute, so that a flood can't fill the log. The next
 * minute's first line is preceded by the number of lines left out.
 */
export function createBoundedLog(event: string, clock: Clock = systemClock) {
	let startedAt = Number.NEGATIVE_INFINITY;
	let count = 0;

	return (details: Readonly<Record<string, unknown>>): void => {
		const now = clock();
		if (now >= startedAt + MINUTE || now < startedAt) {
			if (count > maxLines)
				console.warn(JSON.stringify({ event: "lines_left_out", of: event, count: count - maxLines }));
			startedAt = now;
			count = 0;
		}
		count += 1;
		if (count <= maxLines) console.warn(JSON.stringify({ event, ...details }));
	};
}
