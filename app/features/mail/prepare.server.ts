import type { MailContent } from "./content";
import type { MailKind, MailPayload } from "./mail";
import type { MailRepo } from "./mail.repo.server";
import type { Account, MailAccounts } from "./mail-accounts";
import type { PlannedPayments } from "./planned-payments";

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
	content(): MailContent | Promise<MailContent>;
}

/** What the mail would say is no longer so. */
export interface Stale {
	readonly stale: string;
}

/** The outbox row that asks for the mail. */
export interface MailRow {
	readonly id: string;
	readonly createdAt: number;
}

/** How each mail is prepared from its payload. */
export type Preparers = {
	readonly [K in MailKind]: (payload: MailPayload<K>, row: MailRow) => Promise<Prepared | Stale>;
};

type ToAccount = ReturnType<typeof createToAccount>;

/** What the preparers of a subject are made of. */
export interface Sources {
	readonly repo: MailRepo;
	readonly accounts: MailAccounts;
	readonly renewals: PlannedPayments;
	readonly toAccount: ToAccount;
	/** Where the links of mails lead. */
	readonly shop: { readonly appOrigin: string };
}

/** Addresses a mail to an account: `prepare` gives its content, or says that it is stale, or sends it elsewhere. */
export function createToAccount(accounts: MailAccounts) {
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
