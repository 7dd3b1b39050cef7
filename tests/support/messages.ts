interface FakeMessage extends Message {
	/** The consumer's first decision. */
	verdict: "none" | "acked" | { retryAfter: number };
}

export function fakeMessage(body: unknown, attempts = 1): FakeMessage {
	const message: FakeMessage = {
		id: crypto.randomUUID(),
		timestamp: new Date(),
		body,
		attempts,
		verdict: "none",
		ack() {
			if (message.verdict === "none") message.verdict = "acked";
		},
		retry(options) {
			if (message.verdict === "none") message.verdict = { retryAfter: options?.delaySeconds ?? 0 };
		},
	};
	return message;
}

export function fakeBatch(queue: string, messages: readonly FakeMessage[]): MessageBatch {
	return {
		queue,
		messages,
		metadata: { metrics: { backlogCount: messages.length, backlogBytes: 0 } },
		ackAll() {
			for (const message of messages) message.ack();
		},
		retryAll(options) {
			for (const message of messages) message.retry(options);
		},
	};
}
