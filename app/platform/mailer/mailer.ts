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
}
