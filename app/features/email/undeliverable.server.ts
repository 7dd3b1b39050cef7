import { change, log, notify } from "~/db/change.server";
import type { Database } from "~/db/client.server";
import type { Owner } from "~/db/owner";
import type { Clock } from "~/lib/clock";
import type { Mailer, UndeliverableReport } from "~/platform/mailer/mailer";
import { createUndeliverableRepo } from "./undeliverable.repo.server";

interface Dependencies {
	readonly db: Database;
	readonly clock: Clock;
	readonly mailer: Pick<Mailer, "readWebhook" | "readQueued">;
}

/** `absent`: the mail service posts no messages. */
export type MailWebhookAnswer = "accepted" | "unauthentic" | "malformed" | "absent";

export type Undeliverable = ReturnType<typeof createUndeliverable>;

/**
 * Addresses that get no more emails, because they bounced or their owner marked one as spam. Emails that a customer asks for
 * in that moment, such as a link for a new password, are still sent.
 */
export function createUndeliverable({ db, clock, mailer }: Dependencies) {
	const repo = createUndeliverableRepo(db);

	/**
	 * Stops emails to the address of an account, or to a billing address, and notifies the customer in the portal. Nothing if
	 * we don't know the address.
	 */
	async function report({ email, reason }: UndeliverableReport): Promise<void> {
		const [userId, billing] = await Promise.all([repo.accountWith(email), repo.billingEmailsWith(email)]);
		const now = clock();
		const flagged = change(
			userId !== null &&
				change(
					repo.flag(userId, email, now),
					notify({ kind: "mail.refused", userId, params: { email, reason }, once: `${userId}:${email}` }),
				),
			billing.length > 0 && repo.flagBillingEmails(email, now),
			...billing.map(({ id, userId }) =>
				notify({ kind: "billing_email.refused", userId, params: { email }, once: id }),
			),
		);
		if (flagged.parts.length > 0) await db.commit(flagged, now);
	}

	async function reportAll(reports: readonly UndeliverableReport[]): Promise<void> {
		for (const one of reports) await report(one);
	}

	return {
		report,

		/** A message that the mail service posts. Safe to deliver any number of times. */
		async receiveWebhook(raw: Uint8Array, headers: Headers): Promise<MailWebhookAnswer> {
			if (!mailer.readWebhook) return "absent";
			const message = mailer.readWebhook(raw, headers, clock());
			if (message.kind !== "reports") return message.kind;
			await reportAll(message.reports);
			return "accepted";
		},

		/** A message of the mail service's queue. False if it can't be read. */
		async receiveQueued(body: unknown): Promise<boolean> {
			const reports = mailer.readQueued?.(body);
			if (!reports) return false;
			await reportAll(reports);
			return true;
		},

		/** Sends emails to the customer's address again. */
		async tryAgain(owner: Owner): Promise<void> {
			const now = clock();
			const entry = log({ kind: "email.tried_again", actor: "customer", params: {}, owner });
			await db.commit(change(repo.clear(owner, now), entry), now);
		},
	};
}
