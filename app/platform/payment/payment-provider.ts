import type { PaymentMethod } from "~/features/payments/payment-method";
import type { Currency } from "~/lib/money";

/** Why a payment failed, in our words; each provider translates its own codes. */
export type PaymentFailure =
	| "declined"
	| "timed_out"
	| "insufficient_funds"
	| "wrong_pin"
	| "over_limit"
	| "unreachable"
	| "card_expired"
	| "unknown";

/** A card as its provider names it. */
export interface CardFacts {
	readonly brand: string;
	readonly last4: string;
	/** 1 to 12, and four digits: good through the last day of that month. */
	readonly expMonth: number;
	readonly expYear: number;
}

/** Leave to charge a card again. `fingerprint` is the same whenever the same card pays. */
export interface CardAuthorization {
	readonly token: string;
	readonly fingerprint: string;
}

/** What the money came from. A card that may not be charged again comes without an authorization. */
export type PaidWith =
	| ({ readonly kind: "card"; readonly authorization: CardAuthorization | null } & CardFacts)
	| { readonly kind: "mpesa"; readonly phone: string };

/** How a payment stands, as the provider's books say. */
export type Outcome =
	| { readonly state: "pending" }
	| {
			readonly state: "succeeded";
			/** Some providers report neither amount nor receipt: then our own row is what binds them. */
			readonly amount?: number;
			readonly currency?: Currency;
			readonly receipt?: string;
			readonly paidWith?: PaidWith;
	  }
	| { readonly state: "failed"; readonly code: PaymentFailure };

export interface StartPayment {
	/** Ours; the same one twice is one request for money. */
	readonly attemptId: string;
	readonly method: PaymentMethod;
	readonly invoiceNumber: string;
	/** Minor units. */
	readonly amount: number;
	readonly currency: Currency;
	/** The token of a card that was kept: charged at once, though its bank may still ask the customer. */
	readonly cardToken?: string;
	readonly payer: { readonly phone?: string; readonly email: string };
	/** Where the customer comes back to. Coming back proves nothing. */
	readonly returnUrl: string;
	readonly webhookUrl: string;
}

export interface StartedPayment {
	readonly providerRef: string;
	/** Milliseconds since the epoch: after this the customer can no longer answer. */
	readonly expiresAt: number;
	readonly next:
		| { readonly kind: "await_push" }
		| { readonly kind: "redirect"; readonly url: string }
		/** Nothing is left for the customer to do: the status says how it went. */
		| { readonly kind: "decided" };
}

export type Webhook =
	/** It does not prove where it comes from. */
	| { readonly kind: "unauthentic" }
	/** It is the provider's, and can't be read. */
	| { readonly kind: "malformed" }
	| {
			readonly kind: "event";
			/** The same for every delivery of one event. */
			readonly dedupeKey: string;
			readonly providerRef: string;
			readonly claim: Outcome;
	  };

/** Somebody who takes money for us. Every call may throw: then nothing is known and the payment stays pending. */
export interface PaymentProvider {
	readonly id: string;
	/** Asks the customer for the money. */
	start(payment: StartPayment): Promise<StartedPayment>;
	/** @param raw the body's bytes as they came: a signature is over these. */
	parseWebhook(raw: Uint8Array, headers: Headers, now: number): Promise<Webhook>;
	/** What the provider's books say now: the only ground for posting money. */
	fetchStatus(providerRef: string): Promise<Outcome>;
	/** Ends the leave to charge a card again. Doing it twice changes nothing more. */
	forgetCard?(token: string): Promise<void>;
	/** The same key twice is one refund. */
	refund?(providerRef: string, amount: number, idempotencyKey: string): Promise<Outcome>;
}
