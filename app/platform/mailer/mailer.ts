import type { Message } from "~/lib/email-message";

export type SendResult =
	/** Accepted. `id`: the provider's name for the mail. */
	| { readonly state: "accepted"; readonly id: string }
	/**
	 * Never: trying again can't help. `badRecipient`: the address is at fault (unknown, suppressed …), so that its owner
	 * should hear of it elsewhere.
	 */
	| { readonly state: "refused"; readonly reason: string; readonly badRecipient: boolean }
	/** Not now: the provider is busy, down or not set up. `retryAfter` in ms, when it said how long. */
	| { readonly state: "delayed"; readonly reason: string; readonly retryAfter?: number };

export interface Mailer {
	/**
	 * Hands one message over. Sending again with the same key gives no second mail, where the provider can tell.
	 * An exception means the same as `delayed`.
	 */
	send(message: Message, idempotencyKey: string): Promise<SendResult>;
}
