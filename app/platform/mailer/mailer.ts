import type { Message } from "~/lib/email-message";

export type SendResult =
	/** `id`: the provider's id of the email. */
	| { readonly state: "accepted"; readonly id: string }
	/**
	 * Permanent: don't retry. `badRecipient`: because of the address (unknown, suppressed …), so tell its owner in another
	 * way.
	 */
	| { readonly state: "refused"; readonly reason: string; readonly badRecipient: boolean }
	/** Temporary: the provider is busy, down or not set up. `retryAfter` in ms, if the provider gave one. */
	| { readonly state: "delayed"; readonly reason: string; readonly retryAfter?: number };

/** What a mail service reports after it has accepted an email: the address gets no more emails. */
export interface UndeliverableReport {
	/** Lower case. */
	readonly email: string;
	/** The mailbox does not exist or refuses us, or its owner marked an email as spam. */
	readonly reason: "bounced" | "complained";
}

export type MailWebhook =
	/** The signature is missing, wrong or old. */
	| { readonly kind: "unauthentic" }
	/** Authentic, but can't be read. */
	| { readonly kind: "malformed" }
	| { readonly kind: "reports"; readonly reports: readonly UndeliverableReport[] };

export interface Mailer {
	/**
	 * Sends one email. The same key again sends no second one, if the provider supports it. An exception means the same as
	 * `delayed`.
	 */
	send(message: Message, idempotencyKey: string): Promise<SendResult>;
	/**
	 * Makes a call that sends no email. @throws if the provider doesn't answer or doesn't know us. Missing if the provider
	 * has no such call.
	 */
	probe?(): Promise<void>;
	/**
	 * Reads a message that the service posts to /api/mail/events. Missing if it posts none.
	 * @param raw the unchanged bytes of the body, which the signature covers. `now` in ms.
	 */
	readWebhook?(raw: Uint8Array, headers: Headers, now: number): MailWebhook;
	/** Reads a message of the queue `kikoa-mail-events`. Undefined if it can't be read. Missing if the service has no queue. */
	readQueued?(body: unknown): readonly UndeliverableReport[] | undefined;
}
