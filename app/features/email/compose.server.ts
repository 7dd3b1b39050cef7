import type { Clock } from "~/lib/clock";
import { accountEmails } from "./account-emails.server";
import { billingAddressEmails } from "./billing-address-emails.server";
import type { EmailKind, EmailPayload } from "./email";
import type { EmailRepo } from "./email.repo.server";
import { orderEmails } from "./order-emails.server";
import { isCustomerEmail, withOwnText } from "./own-texts";
import type { PlannedPayments } from "./planned-payments";
import {
	createToAccount,
	type EmailEvent,
	type Prepared,
	type Preparers,
	type Sources,
	type Stale,
} from "./prepare.server";
import { projectEmails } from "./project-emails.server";
import type { RecipientAccounts } from "./recipient-accounts";
import { reminderEmails } from "./reminder-emails.server";
import { serviceEmails } from "./service-emails.server";
import type { StaffEmailsRepo } from "./staff-emails.repo.server";
import { staffEmails } from "./staff-emails.server";
import { ticketEmails } from "./ticket-emails.server";

interface Dependencies {
	readonly repo: EmailRepo;
	readonly staff: StaffEmailsRepo;
	readonly clock: Clock;
	readonly accounts: RecipientAccounts;
	readonly renewals: PlannedPayments;
	readonly moveReminders: Sources["moveReminders"];
	readonly appOrigin: string;
	readonly replyTo: Sources["replyTo"];
	readonly ratingToken: Sources["ratingToken"];
	readonly billingToken: Sources["billingToken"];
	readonly documentToken: Sources["documentToken"];
	readonly payLink: Sources["payLink"];
	readonly registrantToken: Sources["registrantToken"];
}

/** Composes every kind of email from current data at the time of sending. */
export function createComposer({ staff, appOrigin, ...dependencies }: Dependencies) {
	const { accounts, repo } = dependencies;
	const { ownText } = repo;
	const sources: Sources = { ...dependencies, toAccount: createToAccount(accounts), shop: { appOrigin } };
	const preparers: Preparers = {
		...accountEmails(sources),
		...orderEmails(sources),
		...serviceEmails(sources),
		...projectEmails(sources),
		...reminderEmails(sources),
		...ticketEmails(sources),
		...staffEmails(staff, { appOrigin, accounts, ownText }),
		...billingAddressEmails(sources),
	};

	return {
		/** @throws Error if a receipt's invoice does not exist. Any other missing row makes the email stale. */
		async prepare<K extends EmailKind>(kind: K, payload: EmailPayload<K>, row: EmailEvent): Promise<Prepared | Stale> {
			// Read together with what the email is about, in one round trip.
			const [prepared, own] = await Promise.all([
				preparers[kind](payload, row),
				isCustomerEmail(kind) ? ownText(kind) : null,
			]);
			if ("stale" in prepared || own === null) return prepared;
			return { ...prepared, content: async () => withOwnText(await prepared.content(), own) };
		},
	};
}
