import { retryDelay } from "~/features/outbox/outbox";
import { SECOND } from "~/lib/durations";
import { createServices, type Services } from "~/services.server";
import { type Handle, handlerOf } from "./queues";

/** Queue entry. Acknowledges or retries each message separately, so that a failure doesn't repeat the others. */
export async function consume(batch: MessageBatch, env: Env, ctx: ExecutionContext): Promise<void> {
	await consumeBatch(
		batch,
		createServices(env, (work) => ctx.waitUntil(work)),
	);
}

export async function consumeBatch(batch: MessageBatch, services: Pick<Services, "outbox">): Promise<void> {
	const handle = handlerOf(batch.queue);
	// One after the other, because email providers and registries limit requests per second.
	for (const message of batch.messages) await settleMessage(message, handle, services);
}

async function settleMessage(message: Message, handle: Handle, services: Pick<Services, "outbox">): Promise<void> {
	try {
		const verdict = await handle(message, services);
		if (verdict === "finished") message.ack();
		else message.retry({ delaySeconds: verdict.retryInSeconds });
	} catch (error) {
		console.error(`Message ${message.id} failed:`, error);
		message.retry({ delaySeconds: retryDelay(message.attempts) / SECOND });
	}
}
