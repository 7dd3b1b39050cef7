import type { DelayedMessage, QueueName, Queues } from "~/platform/queues/queues";

/** Queues that store their messages and fail on demand. */
export function faultyQueues() {
	const sent: (DelayedMessage & { queue: QueueName })[] = [];
	let failures = 0;
	const queues: Queues = {
		async send(queue, messages) {
			if (failures > 0) {
				failures -= 1;
				throw new Error("Queue is down");
			}
			sent.push(...messages.map((message) => ({ ...message, queue })));
		},
	};
	return {
		queues,
		sent,
		/** The next `times` calls throw. */
		failNext(times: number) {
			failures = times;
		},
	};
}
