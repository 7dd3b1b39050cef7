import type { PaymentMethod } from "~/features/payments/payment-method";
import type { Currency } from "~/lib/money";

/** All or part of one payment, to be sent back to where it came from. */
export interface RefundRequest {
	/** Our id. The same id again is the same refund. */
	readonly refundId: string;
	/** The provider's reference of the payment. */
	readonly providerRef: string;
	/** The payment's receipt. Null if the provider has not reported it. */
	readonly receipt: string | null;
	readonly method: PaymentMethod;
	/** Minor units. */
	readonly amount: number;
	readonly currency: Currency;
	/** For the provider's records, at most 100 characters. Names the invoice. */
	readonly reason: string;
	/** Where the provider may report the result. The address is secret and belongs to this refund alone. */
	readonly resultUrl: string;
	/** The provider's reference of this refund. Null before its first answer. */
	readonly reference: string | null;
}

/**
 * Status of a refund at the provider. `reference` is the provider's reference of the refund, if it gives one.
 * `refusedInitiator`: its answer, if it does not accept our API user, so that no refund succeeds.
 */
export type RefundOutcome =
	| { readonly state: "pending"; readonly reference?: string; readonly refusedInitiator?: string }
	| { readonly state: "succeeded"; readonly reference?: string }
	/** Nothing was sent back. `reason` is shown to staff. */
	| {
			readonly state: "failed";
			readonly reason: string;
			readonly reference?: string;
			readonly refusedInitiator?: string;
	  };

/**
 * How much of a payment can be refunded: any part, several times (`parts`), any part once (`once`), or only the whole
 * payment (`whole`).
 */
export type RefundablePart = "parts" | "once" | "whole";

/** A refund that the provider has paid, asked for by us or by someone there. */
export interface MadeRefund {
	/** The provider's reference. The same refund always has the same. */
	readonly reference: string;
	/** Our id, if we asked for it and the provider returns it. Null otherwise. */
	readonly refundId: string | null;
	/** Minor units. */
	readonly amount: number;
	/** Whether `amount` is all that went back of the payment, because the provider does not list single refunds. */
	readonly isTotal: boolean;
}

/** A payment whose refunds are listed. */
export interface RefundedPayment {
	readonly providerRef: string;
	readonly receipt: string | null;
	readonly amount: number;
	readonly currency: Currency;
}

/** Refunds of a provider to the original payment. Every method may throw. The refund then stays pending. */
export interface ProviderRefunds {
	/** By the method of the payment. Staff pay back by hand what is absent. */
	readonly parts: Readonly<Partial<Record<PaymentMethod, RefundablePart>>>;
	/** Whether the provider reports the result. If not, staff look it up at the provider and enter it. */
	readonly reportsResult: boolean;
	/**
	 * Asks for the refund. May be called again with the same id, for example when the answer was lost, and must not send
	 * the money twice. If the provider can't recognize a repetition, the adapter looks the refund up first.
	 */
	request(refund: RefundRequest): Promise<RefundOutcome>;
	/** The status of a refund that `request` has answered with `pending`. */
	fetchStatus(refund: RefundRequest): Promise<RefundOutcome>;
	/**
	 * The refunds of a payment that were paid. Absent if the provider does not show those that we did not ask for.
	 * @param reference the refund that a message named, or null
	 */
	made?(payment: RefundedPayment, reference: string | null): Promise<MadeRefund[]>;
	/**
	 * Reads a message to `resultUrl`. Null if it can't be read. Without this method, a message only makes us call
	 * `fetchStatus`.
	 */
	parseResult?(raw: Uint8Array, refund: RefundRequest): RefundOutcome | null;
}
