import type { EmailContent } from "./content";
import type { EmailKind, EmailPayload } from "./email";
import type { EmailRepo } from "./email.repo.server";
import type { PlannedPayments } from "./planned-payments";
import type { Account, RecipientAccounts } from "./recipient-accounts";

/** Where a mail goes: an account's address, or one that belongs to no account. */
export interface Addressee {
	readonly email: string;
	readonly account: Account | null;
}

export interface Envelope {
	readonly to: Addressee;
	/** Where the answer goes, when not to our support. */
	readonly replyTo?: string;
}

/** The mail is to be sent; its content is made last, because a link counts from when it is made. */
export interface Prepared extends Envelope {
	content(): EmailContent | Promise<EmailContent>;
}

/** What the mail would say is no longer so. */
export interface Stale {
	readonly stale: string;
}

/** The outbox row that asks for the mail. */
export interface EmailEvent {
	readonly id: string;
	readonly createdAt: number;
}

/** How each mail is prepared from its payload. */
export type Preparers = {
	readonly [K in EmailKind]: (payload: EmailPayload<K>, row: EmailEvent) => Promise<Prepared | Stale>;
};

type ToAccount = ReturnType<typeof createToAccount>;

/** What the preparers of a subject are made of. */
export interface Sources {
	readonly repo: EmailRepo;
	readonly accounts: RecipientAccounts;
	readonly renewals: PlannedPayments;
	readonly toAccount: ToAccount;
	/** Where the links of mails lead. */
	readonly shop: { readonly appOrigin: string };
}

/** Addresses a mail to an account: `prepare` gives its content, or says that it is stale, or sends it elsewhere. */
export function createToAccount(accounts: RecipientAccounts) {
	return async (
		userId: string,
		prepare: (to: Account) => Prepared["content"] | Prepared | Stale,
	): Promise<Prepared | Stale> => {
		const to = await accounts.find(userId);
		if (!to || to.status === "closed") return { stale: "the account is gone" };
		const content = prepare(to);
		return typeof content === "function" ? { to: { email: to.email, account: to }, content } : content;
	};
}
