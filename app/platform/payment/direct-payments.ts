import type { Currency } from "~/lib/money";

/** A payment that a customer made without a request from us. */
export interface DirectPayment {
	readonly receipt: string;
	/** The account number as the customer typed it. */
	readonly reference: string;
	/** Minor units. */
	readonly amount: number;
	readonly currency: Currency;
	/** Ms since the epoch. Null if the provider's time can't be read. */
	readonly paidAt: number | null;
}

/** What a provider lists of a period. */
export interface DirectList {
	readonly payments: readonly DirectPayment[];
	/** Payments that were sent back, by us or by someone at the provider. Each has a receipt of its own. */
	readonly reversals: readonly DirectPayment[];
}

/** Whether a customer may pay an amount to an account number. */
export type DirectVerdict = "accepted" | "unknown_account" | "wrong_amount" | "refused";

export type DirectConfirmation =
	/** Its address is not one that we gave to the provider. */
	| { readonly kind: "unauthentic" }
	| { readonly kind: "malformed" }
	/** The provider does not confirm the payment. */
	| {
			readonly kind: "unconfirmed";
			readonly reason: string;
			/** The provider's answer, if it does not accept our API user, so that it confirms no payment. */
			readonly refusedInitiator?: string;
	  }
	| { readonly kind: "confirmed"; readonly receipt: string; readonly amount: number; readonly currency: Currency };

/**
 * Payments that customers make on their own, to a paybill. The account number is the invoice's number. The provider's
 * notice of a payment has no signature, so the money is posted only when the provider confirms it.
 */
export interface DirectPayments {
	/** The number that customers pay to. */
	readonly paybill: string;
	/** Whether an address that ends with this token is the one that the provider has. */
	isNoticeToken(token: string): boolean;
	/** A question whether a customer may pay, or a notice that a customer has paid. Null if it can't be read. */
	parseNotice(raw: Uint8Array): DirectPayment | null;
	/** The body of the answer to such a question. */
	answerTo(verdict: DirectVerdict): Readonly<Record<string, string>>;
	/**
	 * Asks the provider to confirm a payment. The answer comes to `resultUrl(token)`, with a token that `parseConfirmation`
	 * knows. Does nothing if only `list` can confirm payments.
	 */
	requestConfirmation(receipt: string, resultUrl: (token: string) => string): Promise<void>;
	parseConfirmation(raw: Uint8Array, token: string): DirectConfirmation;
	/** The confirmed payments and the reversals of a period, in ms. @throws if the list is not complete */
	list(from: number, to: number): Promise<DirectList>;
}
