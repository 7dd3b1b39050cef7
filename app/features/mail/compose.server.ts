import { accountMails } from "./account-mails.server";
import { enquiryMails } from "./enquiry-mails.server";
import type { MailKind, MailPayload } from "./mail";
import type { MailRepo } from "./mail.repo.server";
import type { MailAccounts } from "./mail-accounts";
import { orderMails } from "./order-mails.server";
import type { PlannedPayments } from "./planned-payments";
import { createToAccount, type MailRow, type Prepared, type Preparers, type Stale } from "./prepare.server";
import { projectMails } from "./project-mails.server";
import { serviceMails } from "./service-mails.server";
import type { StaffMailsRepo } from "./staff-mails.repo.server";
import { staffMails } from "./staff-mails.server";

interface Dependencies {
	readonly repo: MailRepo;
	readonly staff: StaffMailsRepo;
	readonly accounts: MailAccounts;
	readonly renewals: PlannedPayments;
	readonly appOrigin: string;
}

/** Every mail, by its subject, from what is true when it is due. */
export function createComposer({ repo, staff, accounts, renewals, appOrigin }: Dependencies) {
	const sources = { repo, accounts, renewals, toAccount: createToAccount(accounts), shop: { appOrigin } };
	const preparers: Preparers = {
		...accountMails(sources),
		...orderMails(sources),
		...serviceMails(sources),
		...projectMails(sources),
		...enquiryMails(sources),
		...staffMails(staff),
	};

	return {
		/** Throws when the row names an invoice that does not exist; all else that is gone makes the mail stale. */
		prepare<K extends MailKind>(kind: K, payload: MailPayload<K>, row: MailRow): Promise<Prepared | Stale> {
			return preparers[kind](payload, row);
		},
	};
}
