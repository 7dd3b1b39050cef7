import type { PaymentMethod } from "~/features/payments/payment-method";
import type { Currency } from "~/lib/money";
import type { DirectPayments } from "./direct-payments";
import type { ProviderRefunds } from "./provider-refunds";

/** Why a payment failed. Each adapter maps its provider's codes to these. */
export type PaymentFailure =
	| "declined"
	| "timed_out"
	| "insufficient_funds"
	| "wrong_pin"
	| "over_limit"
	| "unreachable"
	| "card_expired"
	/** Another request is open on the phone. */
	| "phone_busy"
	/** The same amount was requested from the phone a moment ago. */
	| "too_soon"
	| "pin_locked"
	/** The provider is overloaded. */
	| "provider_busy"
	/** The bank wants the customer to confirm each charge of the saved card. */
	| "confirmation_needed"
	| "unknown";

/** Card details from the provider. */
export interface CardFacts {
	readonly brand: string;
	readonly last4: string;
	/** Month 1 to 12, year with four digits. Valid until the end of the month. */
	readonly expMonth: number;
	readonly expYear: number;
}

/** Authorization to charge a card again. `fingerprint` is always the same for the same card. */
export interface CardAuthorization {
	readonly token: string;
	readonly fingerprint: string;
}

/** The means of payment. `authorization` is null if the card may not be charged again. */
export type PaidWith =
	| ({ readonly kind: "card"; readonly authorization: CardAuthorization | null } & CardFacts)
	| { readonly kind: "mpesa"; readonly phone: string };

/** Status of a payment at the provider. */
export type Outcome =
	| { readonly state: "pending"; readonly step?: undefined }
	/** The customer has approved it, and `capture` takes the money. `approval` is the same for the same approval. */
	| { readonly state: "pending"; readonly step: "approved"; readonly approval: string }
	/** The customer has paid, and the money arrives in a few days. */
	| { readonly state: "pending"; readonly step: "clearing" }
	| {
			readonly state: "succeeded";
			/** Missing if the provider does not report it. Our own row applies then. */
			readonly amount?: number;
			readonly currency?: Currency;
			/** Missing if only the provider's webhook reports it. */
			readonly receipt?: string;
			readonly paidWith?: PaidWith;
	  }
	| { readonly state: "failed"; readonly code: PaymentFailure };

export interface StartPayment {
	/** Our id. The same id again is the same request. */
	readonly attemptId: string;
	readonly method: PaymentMethod;
	readonly invoiceNumber: string;
	/** Minor units. */
	readonly amount: number;
	readonly currency: Currency;
	/** Token of a saved card. Charged immediately, although the bank may still ask the customer to confirm. */
	readonly cardToken?: string;
	readonly payer: { readonly phone?: string; readonly email: string };
	/** Where the customer returns. A return does not prove a payment. */
	readonly returnUrl: string;
	readonly webhookUrl: string;
}

export interface StartedPayment {
	readonly providerRef: string;
	/** Milliseconds since the epoch. The customer can't answer after this time. */
	readonly expiresAt: number;
	readonly next:
		| { readonly kind: "await_push" }
		| { readonly kind: "redirect"; readonly url: string }
		/** The customer doesn't have to do anything. `fetchStatus` returns the result. */
		| { readonly kind: "decided" };
}

/** The provider did not ask the customer for money, and will not. */
export interface RefusedPayment {
	readonly refused: PaymentFailure;
}

export type Webhook =
	/** The signature is missing or wrong. */
	| { readonly kind: "unauthentic" }
	/** Authentic, but can't be parsed. */
	| { readonly kind: "malformed" }
	/** Authentic, and about something that needs no action. */
	| { readonly kind: "ignored" }
	| {
			readonly kind: "event";
			/** The same for every delivery of one event. `providerRef` for a success, if `fetchStatus` has no receipt. */
			readonly dedupeKey: string;
			readonly providerRef: string;
			/** Our id of the payment, if all webhooks of the provider go to one address. */
			readonly attemptId?: string | undefined;
			readonly claim: Outcome;
	  }
	| RefundNotice
	| DisputeNotice;

/** The payment that a message is about: our id, or the provider's reference or receipt. */
export type PaymentKey =
	| { readonly attemptId: string }
	| { readonly providerRef: string }
	| { readonly receipt: string };

/** Money of a payment went back, perhaps because staff refunded it in the provider's dashboard. */
export interface RefundNotice {
	readonly kind: "refund";
	readonly dedupeKey: string;
	readonly payment: PaymentKey;
	/** The provider's reference of the refund. Null if the message has none. */
	readonly reference: string | null;
}

/** A customer or a bank wants the money of a payment back. Staff answer in the provider's dashboard. */
export interface DisputeNotice {
	readonly kind: "dispute";
	readonly dedupeKey: string;
	readonly payment: PaymentKey;
	readonly disputeId: string;
	readonly isOpen: boolean;
	/** Minor units. Null if the message has no amount, as the currency. */
	readonly amount: number | null;
	readonly currency: Currency | null;
	/** In the provider's words. */
	readonly reason: string;
	/** Until when we may answer, in ms. Null if there is no deadline. */
	readonly respondBy: number | null;
}

/** The currencies in which a provider takes each method. Methods that it doesn't take are absent. */
export type AcceptedMethods = Readonly<Partial<Record<PaymentMethod, readonly Currency[]>>>;

/** A payment provider. Every method may throw. The payment then stays pending. */
export interface PaymentProvider {
	readonly id: string;
	readonly takes: AcceptedMethods;
	/** Its name in the addresses of its webhooks. The id if absent. */
	readonly webhookName?: string;
	/**
	 * What proves that a webhook is authentic: a signature, or only that its sender knows the payment's secret address. A
	 * provider of the second kind gets its answer before we act on the message.
	 */
	readonly webhookProof: "signature" | "address";
	/** The secret parts of the address to which all unsigned webhooks go. Absent if each payment has its own address. */
	readonly webhookTokens?: readonly string[];
	/** Whether `start` with the same attempt again asks the customer a second time. */
	readonly asksAgain?: true;
	/** Shortest time between two requests to one phone, in ms: of any amount, and of the same amount. */
	readonly phoneCoolDown?: { readonly anyAmountMs: number; readonly sameAmountMs: number };
	/** Payments without a request from us. Absent if the provider takes none. */
	readonly direct?: DirectPayments | undefined;
	/** Refunds to the original payment. Absent if staff pay money back by hand. */
	readonly refunds?: ProviderRefunds | undefined;
	/** Asks the customer for the money. */
	start(payment: StartPayment): Promise<StartedPayment | RefusedPayment>;
	/** @param raw the unmodified bytes of the body, which the signature covers. `now` in ms. */
	parseWebhook(raw: Uint8Array, headers: Headers, now: number): Promise<Webhook>;
	/** What the answer to an accepted webhook must contain. Most providers read only the HTTP status. */
	acknowledge?(raw: Uint8Array): Readonly<Record<string, string | number>>;
	/** The payment's status at the provider. Money is posted only on this basis. */
	fetchStatus(providerRef: string): Promise<Outcome>;
	/** Takes the money of an approved payment. The same approval again takes it once. */
	capture?(providerRef: string, approval: string): Promise<Outcome>;
	/**
	 * Withdraws a payment that its customer has left, so that it can't be paid later. Returns false if the provider keeps it,
	 * for example because it was paid.
	 */
	withdraw?(providerRef: string): Promise<boolean>;
	/** Revokes the authorization to charge a card again. Idempotent. */
	forgetCard?(token: string): Promise<void>;
	/**
	 * Makes a call that costs and changes nothing, such as requesting an access token. @throws if the provider can't take
	 * payments
	 */
	probe(): Promise<void>;
}
