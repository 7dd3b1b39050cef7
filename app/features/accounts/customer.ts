import type { Owner } from "~/db/owner";
import type { BillingAddress } from "~/features/billing-details/billing-address";
import type { MemberRole } from "~/lib/acting";
import type { Currency } from "~/lib/money";

/** Someone who uses an account that is not theirs. */
export type Acting =
	/** Someone at the desk, until a time (ms, UTC). */
	| { readonly role: "staff"; readonly until: number }
	/** Another customer, with their own id and email address. */
	| {
			readonly role: MemberRole;
			readonly memberId: string;
			readonly email: string;
			readonly name: string;
			/** Whether their own sign-in needs a second step. */
			readonly twoStep: boolean;
	  };

/** The customer whose account is used, and the session. */
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
	/** Who uses the account, if it is not the customer. */
	readonly acting: Acting | null;
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

/** The own account of a member who uses this one. Null for its customer and for staff. */
export const memberOf = ({ acting }: Writer): string | null =>
	acting && "memberId" in acting ? acting.memberId : null;

/** The name of who writes: the customer, or the member who uses their account. */
export const writerName = ({ firstName, lastName, acting }: Writer): string =>
	acting && "name" in acting ? acting.name : `${firstName} ${lastName}`;

export interface Writer extends Pick<Customer, "firstName" | "lastName"> {
	readonly acting?: Acting | null;
}
