import type { QueueMessage, QueueName, Queues } from "./queues";

/** Most messages that one call may carry (Cloudflare Queues, "Limits"). */
const batchSize = 100;

/** Cloudflare Queues; miniflare's locally, where messages live in memory and a restart loses them. */
export function cloudflareQueues(bindings: Record<QueueName, Queue<QueueMessage>>): Queues {
	return {
		async send(queue, messages) {
			for (let start = 0; start < messages.length; start += batchSize) {
				const batch = messages.slice(start, start + batchSize);
				await bindings[queue].sendBatch(
					batch.map(({ outboxId, delaySeconds }) => ({ body: { outboxId }, delaySeconds })),
				);
			}
		},
	};
}
