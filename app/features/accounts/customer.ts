import type { Owner } from "~/db/owner";
import type { BillingAddress } from "~/features/billing-details/billing-address";
import type { Currency } from "~/lib/money";

/** The signed-in customer and their session. */
export interface Customer {
	readonly id: string;
	readonly sessionId: string;
	readonly email: string;
	readonly firstName: string;
	readonly lastName: string;
	readonly country: string;
	readonly phone: string | null;
	readonly company: string | null;
	/** IANA name. All dates are shown in this timezone. */
	readonly timezone: string;
	/** BCP 47. Sets number and date formats. */
	readonly language: string;
	readonly currency: Currency;
	/** Address for invoices. Null if not entered yet. */
	readonly billing: BillingAddress | null;
	/** When the account closes (ms, UTC). Null unless it is closing. */
	readonly closesAt: number | null;
	/** When the account was created (ms, UTC). */
	readonly createdAt: number;
	/** Since when the email address gets no emails (ms, UTC), because it bounced or marked one as spam. Null if it gets them. */
	readonly mailRefusedAt: number | null;
	/** When two-step sign-in was turned on (ms, UTC). Null if it is off. */
	readonly totpSince: number | null;
	/** Until when someone at the desk is signed in as the customer (ms, UTC). Null in the customer's own session. */
	readonly actingUntil: number | null;
	/** When this session started (ms, UTC). */
	readonly signedInAt: number;
	/**
	 * When the customer last proved who they are (ms, UTC), by signing in or with their password. Null if unknown. See
	 * middleware/require-confirmation.
	 */
	readonly confirmedAt: number | null;
}

/** The sender of a request. Nothing is read until `customer` is called. */
export interface Viewer {
	/** Owner for queries. Null without a session cookie. */
	readonly owner: Owner | null;
	/** Reads the session once per request, in one batch with other reads. */
	customer(): Promise<Customer | null>;
}
