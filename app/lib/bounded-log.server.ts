import { type Clock, systemClock } from "./clock";
import { MINUTE } from "./durations";
import { type LogFields, logger } from "./log.server";
import type { LogEvent } from "./log-events";

/** Per minute and isolate. */
const maxLines = 60;

/**
 * Warns in the operator's log, at most 60 times a minute, so that a flood can't fill the log. The next
 * minute's first line is preceded by the number of lines left out.
 */
export function createBoundedLog(event: LogEvent, clock: Clock = systemClock) {
	let startedAt = Number.NEGATIVE_INFINITY;
	let count = 0;

	return (details: LogFields): void => {
		const now = clock();
		if (now >= startedAt + MINUTE || now < startedAt) {
			if (count > maxLines) logger.warn("lines_left_out", { of: event, count: count - maxLines });
			startedAt = now;
			count = 0;
		}
		count += 1;
		if (count <= maxLines) logger.warn(event, details);
	};
}
