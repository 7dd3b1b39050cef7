export type QueueName = "mail" | "provisioning";

/** What travels through a queue: never more than the id, so that no message can be too large or tell a secret. */
export interface QueueMessage {
	readonly outboxId: string;
}

export interface DelayedMessage {
	readonly outboxId: string;
	/** Whole seconds to hold the message back, at most twelve hours. */
	readonly delaySeconds: number;
}

export interface Queues {
	/** @throws when the queue did not take them; some may have been taken. */
	send(queue: QueueName, messages: readonly DelayedMessage[]): Promise<void>;
}
