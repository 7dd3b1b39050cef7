import type { Verdict } from "~/features/outbox/outbox.server";
import type { QueueMessage } from "~/platform/queues/queues";
import type { Services } from "~/services.server";

export type JobServices = Pick<Services, "outbox" | "undeliverable">;

export type Handle = (message: Message, services: JobServices) => Promise<Verdict>;

/** One handler per queue of wrangler.toml. */
const handlers: Readonly<Record<string, Handle>> = {
	"kikoa-mail": deliver,
	"kikoa-provisioning": deliver,
	"kikoa-scheduled": deliver,
	"kikoa-mail-events": receiveMailEvent,
	"kikoa-mail-dead": recordDeadLetter,
	"kikoa-provisioning-dead": recordDeadLetter,
	"kikoa-scheduled-dead": recordDeadLetter,
};

export function handlerOf(queue: string): Handle {
	const handler = handlers[queue];
	if (!handler) throw new Error(`No consumer for the queue ${queue}`);
	return handler;
}

async function deliver(message: Message, { outbox }: JobServices): Promise<Verdict> {
	if (!isQueueMessage(message.body)) {
		await outbox.recordInvalidMessage(message.id, message.body, "Unknown message format");
		return "finished";
	}
	const verdict = await outbox.deliver(message.body.outboxId);
	if (verdict !== "unknown") return verdict;
	await outbox.recordInvalidMessage(message.body.outboxId, message.body, "No such row in the outbox");
	return "finished";
}

async function receiveMailEvent({ id, body }: Message, { outbox, undeliverable }: JobServices): Promise<Verdict> {
	if (!(await undeliverable.receiveQueued(body))) await outbox.recordInvalidMessage(id, body, "Unknown mail event");
	return "finished";
}

async function recordDeadLetter(message: Message, { outbox }: JobServices): Promise<Verdict> {
	const known = isQueueMessage(message.body) && (await outbox.markDeadLetter(message.body.outboxId)) !== "unknown";
	if (!known) await outbox.recordInvalidMessage(message.id, message.body, "Dead letter without a row");
	return "finished";
}

function isQueueMessage(body: unknown): body is QueueMessage {
	return typeof (body as { outboxId?: unknown } | null)?.outboxId === "string";
}
