import type { Invoice } from "~/db/schema";
import type { BillingDocument } from "~/features/billing-details/billing-email";
import type { Clock } from "~/lib/clock";
import type { EmailContent, Unsubscribe } from "./content";
import type { EmailKind, EmailPayload, OptionalEmail } from "./email";
import type { EmailRepo } from "./email.repo.server";
import type { PlannedPayments } from "./planned-payments";
import type { Account, RecipientAccounts } from "./recipient-accounts";

/** The recipient's address, and the account it belongs to. Null if it belongs to none. */
export interface Addressee {
	readonly email: string;
	readonly account: Account | null;
}

export interface Envelope {
	readonly to: Addressee;
	/** Reply address. Support if missing. */
	readonly replyTo?: string;
	/** The Message-ID of the email that it answers. */
	readonly inReplyTo?: string | undefined;
	/** The invoices that this email brings to the customer. */
	readonly invoiceIds?: readonly string[];
	/** The unsubscribe link of an email to someone without an account. */
	readonly unsubscribe?: Unsubscribe;
	/** For an email that is optional because of its content: the preferences that must be on. */
	readonly wantedBy?: OptionalEmail;
}

/** An email to send. `content` is called last, because a link is valid from the moment it is made. */
export interface Prepared extends Envelope {
	content(): EmailContent | Promise<EmailContent>;
}

/** The email is no longer true. `stale` is the reason. */
export interface Stale {
	readonly stale: string;
}

/** The event of the email. */
export interface EmailEvent {
	readonly id: string;
	readonly createdAt: number;
	/** Whose change it is about. */
	readonly userId: string | null;
}

/** For each kind, the function that prepares the email from its payload. */
export type Preparers = {
	readonly [K in EmailKind]: (payload: EmailPayload<K>, row: EmailEvent) => Promise<Prepared | Stale>;
};

type ToAccount = ReturnType<typeof createToAccount>;

export interface Sources {
	readonly repo: EmailRepo;
	readonly clock: Clock;
	readonly accounts: RecipientAccounts;
	readonly renewals: PlannedPayments;
	/** Moves the reminders of an email that was not sent on its day to the next one. */
	readonly moveReminders: (email: { readonly userId: string; readonly day: string }) => Promise<unknown>;
	readonly toAccount: ToAccount;
	readonly shop: { readonly appOrigin: string };
	/** The reply address of a ticket. */
	readonly replyTo: (ticketId: string) => string;
	/** The token with which someone without an account rates our answers in a ticket. */
	readonly ratingToken: (ticketId: string) => string;
	/** The token with which the reader of a billing address confirms it, or stops its emails. */
	readonly billingToken: (billingEmailId: string) => string;
	/** Of a document in a copy. `at`: when the email was queued (ms). */
	readonly documentToken: (document: BillingDocument, at: number) => string;
	/** The address at which anyone can pay the invoice. `at`: when the email was caused, so that a retry has the same link. */
	readonly payLink: (invoice: Pick<Invoice, "id" | "payLinkRound">, at: number) => string;
	/** The token with which the registrant of a domain confirms their address. */
	readonly registrantToken: (domainId: string, email: string) => string;
}

/**
 * Prepares an email to an account, or to the one that it was merged into. `prepare` returns the content, or a whole email to another address, or why the email is
 * stale.
 */
export function createToAccount(accounts: RecipientAccounts) {
	return async (
		userId: string,
		prepare: (to: Account) => Prepared["content"] | Prepared | Stale,
	): Promise<Prepared | Stale> => {
		let to = await accounts.find(userId);
		while (to?.mergedInto) to = await accounts.find(to.mergedInto);
		if (!to || to.status === "closed") return { stale: "the account is gone" };
		const content = prepare(to);
		return typeof content === "function" ? { to: { email: to.email, account: to }, content } : content;
	};
}
