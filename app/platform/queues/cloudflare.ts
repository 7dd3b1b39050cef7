import type { QueueMessage, QueueName, Queues } from "./queues";

/** Maximum number of messages per call (Cloudflare Queues, "Limits"). */
const batchSize = 100;

/** Cloudflare Queues. Locally miniflare's, which holds messages in memory and loses them on restart. */
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
