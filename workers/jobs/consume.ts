import { retryDelay } from "~/features/outbox/outbox";
import { createConcurrencyLimit } from "~/lib/concurrency-limit";
import { SECOND } from "~/lib/durations";
import { logger } from "~/lib/log.server";
import { createServices } from "~/services.server";
import { inPublishedCatalog } from "../in-catalog";
import { observe } from "../observe";
import { type Handle, handlerOf, type JobServices } from "./queues";

/** How many messages of a batch are handled at once. Most of a message's time is waiting for the database. */
const atOnce = 4;

/** Queue entry. Acknowledges or retries each message separately, so that a failure doesn't repeat the others. */
export async function consume(batch: MessageBatch, env: Env, ctx: ExecutionContext): Promise<void> {
	const newServices = () => createServices(env, (work) => ctx.waitUntil(work));
	await observe(env, null, () => inPublishedCatalog(newServices(), () => consumeBatch(batch, newServices)));
}

/**
 * Each message gets services of its own, because parallel reads of one database handle share a batch: a failing statement
 * would fail the other messages too.
 */
export async function consumeBatch(batch: MessageBatch, newServices: () => JobServices): Promise<void> {
	const handle = handlerOf(batch.queue);
	const limited = createConcurrencyLimit(atOnce);
	await Promise.all(batch.messages.map((message) => limited(() => settleMessage(message, handle, newServices))));
}

async function settleMessage(message: Message, handle: Handle, newServices: () => JobServices): Promise<void> {
	try {
		const verdict = await handle(message, newServices());
		if (verdict === "finished") message.ack();
		else message.retry({ delaySeconds: verdict.retryInSeconds });
	} catch (error) {
		logger.error("message_failed", { messageId: message.id, attempts: message.attempts, error });
		message.retry({ delaySeconds: retryDelay(message.attempts) / SECOND });
	}
}
