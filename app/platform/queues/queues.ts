export const queueNames = ["mail", "provisioning", "scheduled"] as const;

export type QueueName = (typeof queueNames)[number];

/** Only the id, so that no message is too large or contains a secret. */
export interface QueueMessage {
	readonly outboxId: string;
}

export interface DelayedMessage {
	readonly outboxId: string;
	/** Whole seconds, at most twelve hours. */
	readonly delaySeconds: number;
}

export interface Queues {
	/** @throws if sending fails. Some of the messages may have been sent. */
	send(queue: QueueName, messages: readonly DelayedMessage[]): Promise<void>;
}
