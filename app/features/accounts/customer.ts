import type { Owner } from "~/db/owner";
import type { BillingAddress } from "~/features/billing-details/billing-address";
import type { Currency } from "~/lib/money";

/** The signed-in person, as pages need them. */
export interface Customer {
	readonly id: string;
	readonly sessionId: string;
	readonly email: string;
	readonly firstName: string;
	readonly lastName: string;
	readonly country: string;
	readonly phone: string | null;
	readonly company: string | null;
	/** IANA name; governs every date that is shown. */
	readonly timezone: string;
	/** BCP 47; governs number and date formats. */
	readonly language: string;
	readonly currency: Currency;
	/** What invoices are made out to; null until given. */
	readonly billing: BillingAddress | null;
	/** When the account closes for good; null unless it is closing. */
	readonly closesAt: number | null;
	/** When this sign-in last entered its password again; see middleware/require-confirmation. */
	readonly confirmedAt: number | null;
}

/** Who is asking. Nothing is read before someone wants to know. */
export interface Viewer {
	/** For queries about the viewer's own data; null without a session cookie. */
	readonly owner: Owner | null;
	/** Reads the session once per request, in the same batch as whatever else is read then. */
	customer(): Promise<Customer | null>;
}
