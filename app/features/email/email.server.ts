import { href } from "react-router";
import { emitAll } from "~/db/change.server";
import type { Database } from "~/db/client.server";
import { moveReminders } from "~/db/reminders.server";
import { billingDocumentToken, billingEmailToken, isCopied } from "~/features/billing-details/billing-email";
import { registrantToken } from "~/features/domains/registrant-link";
import { emailChoices, preferencesOf } from "~/features/notifications/preferences";
import { unsubscribeToken } from "~/features/notifications/unsubscribe-link";
import type { EventHandlers, EventRow, Outcome } from "~/features/outbox/outbox";
import { payLinkUrl } from "~/features/payments/pay-link";
import { ratingToken } from "~/features/tickets/rating-link";
import { replyAddress } from "~/features/tickets/reply-address";
import type { Clock } from "~/lib/clock";
import { SECOND } from "~/lib/durations";
import { InvalidMessage, Message } from "~/lib/email-message";
import type { Secrets } from "~/lib/secrets";
import { TimeoutError, withTimeout } from "~/lib/with-timeout";
import type { Mailer, SendResult } from "~/platform/mailer/mailer";
import { capForKind, collapseWindowMs, isAskedFor, isCollapsible } from "./cap";
import { createComposer } from "./compose.server";
import type { EmailContent, Unsubscribe } from "./content";
import { type EmailKind, type EmailPayload, emailKinds, optionalEmails } from "./email";
import { createEmailRepo } from "./email.repo.server";
import type { PlannedPayments } from "./planned-payments";
import type { Addressee, Envelope } from "./prepare.server";
import { readableEmail } from "./readable-email";
import type { RecipientAccounts } from "./recipient-accounts";
import { renderHtml } from "./render-html";
import { renderText } from "./render-text";
import type { SentEmails } from "./sent-emails.server";
import { createStaffEmailsRepo } from "./staff-emails.repo.server";
import type { Undeliverable } from "./undeliverable.server";

interface Dependencies {
	readonly db: Database;
	readonly clock: Clock;
	readonly accounts: RecipientAccounts;
	readonly renewals: PlannedPayments;
	readonly mailer: Mailer;
	readonly undeliverable: Pick<Undeliverable, "report">;
	readonly sentEmails: Pick<SentEmails, "keep">;
	readonly appOrigin: string;
	/** `Name <address>`. */
	readonly from: string;
	/** Signs unsubscribe links. */
	readonly tokenSecret: string;
	/** Reply address, unless an email has its own. */
	readonly replyTo: string;
	/** Of the reply addresses of tickets, and of links to people without an account. */
	readonly replySecrets: Secrets;
	/** How long to wait for the mailer. Must be shorter than an event's lease. */
	readonly timeoutMs?: number;
}

/** Whether the address bounced, or its owner marked an email as spam. */
const isFlagged = ({ email, account }: Addressee) => account?.email === email && account.mailRefusedAt !== null;

interface Composed extends Envelope {
	readonly content: EmailContent;
	readonly unsubscribe: Unsubscribe;
}

export type Emails = ReturnType<typeof createEmails>;

/** Composes emails from current data at the time of sending and passes them to the mailer. */
export function createEmails({
	db,
	clock,
	accounts,
	renewals,
	mailer,
	undeliverable,
	sentEmails,
	appOrigin,
	from,
	replyTo: support,
	tokenSecret,
	replySecrets,
	timeoutMs = 20 * SECOND,
}: Dependencies) {
	const repo = createEmailRepo(db);
	const compose = createComposer({
		repo,
		staff: createStaffEmailsRepo(db),
		clock,
		accounts,
		renewals,
		moveReminders: (email) => db.commit(moveReminders(db, email, clock()), clock()),
		appOrigin,
		replyTo: (ticketId) => replyAddress(replySecrets, ticketId),
		ratingToken: (ticketId) => ratingToken(replySecrets, ticketId, clock()),
		billingToken: (id) => billingEmailToken(replySecrets, id),
		documentToken: (document, at) => billingDocumentToken(replySecrets, document, at),
		payLink: ({ id, payLinkRound: round }, at) => payLinkUrl(replySecrets, appOrigin, { invoiceId: id, round }, at),
		registrantToken: (domainId, email) => registrantToken(replySecrets, domainId, email, clock()),
	});

	/** Returns undefined if the email may be sent. */
	async function checkCap({ account }: Addressee, kind: EmailKind): Promise<Outcome | undefined> {
		// Emails to addresses without an account are limited where they are requested.
		if (!account) return undefined;
		const cap = capForKind(kind);
		if (!cap) return undefined;
		const { limit, windowMs, kinds, whenExceeded } = cap;
		const sent = await repo.sentSince(account.id, clock() - windowMs, limit, kinds);
		const oldest = sent[limit - 1];
		if (oldest === undefined) return undefined;
		if (whenExceeded === "drop") return { state: "done", note: `Not sent: already ${limit} such emails in a day` };
		return { state: "postponed", reason: `Already ${limit} emails in a day`, until: oldest + windowMs };
	}

	/** Of equal emails, sends only the newest, some time after the last one. Returns undefined if it may be sent. */
	async function checkDuplicates({ account }: Addressee, kind: EmailKind, row: EventRow): Promise<Outcome | undefined> {
		if (!account || !isCollapsible(kind)) return undefined;
		const { newer, sentAt } = await repo.findDuplicates(account.id, { ...row, kind }, clock() - collapseWindowMs);
		if (newer) return { state: "done", note: "Not sent: a newer one is the same" };
		if (sentAt === null) return undefined;
		return { state: "postponed", reason: "The same was sent a moment ago", until: sentAt + collapseWindowMs };
	}

	/** The unsubscribe link. Undefined if the customer has switched off this kind of email. */
	function unsubscribeOf(
		{ to: { account }, wantedBy, unsubscribe }: Envelope,
		kind: EmailKind,
	): Unsubscribe | undefined {
		if (unsubscribe) return unsubscribe;
		const wanted = wantedBy ?? optionalEmails[kind];
		if (!wanted || !account) return null;
		const preferences = preferencesOf(account.preferences);
		if (!wanted.every((one) => preferences[one])) return undefined;
		const [preference] = wanted;
		const about = emailChoices.find(({ id }) => id === preference)?.label.toLowerCase() ?? "this";
		const token = unsubscribeToken(tokenSecret, { userId: account.id, preference });
		return { about, url: `${appOrigin}${href("/unsubscribe")}?token=${token}` };
	}

	async function handOver(
		{ to, replyTo = support, inReplyTo, content, unsubscribe }: Composed,
		key: string,
	): Promise<SendResult> {
		try {
			const { subject } = content;
			const parts = { subject, html: renderHtml(content, unsubscribe), text: renderText(content, unsubscribe) };
			const message = new Message({
				from,
				to: to.email,
				replyTo,
				inReplyTo,
				...parts,
				unsubscribeUrl: unsubscribe?.url,
			});
			return await withTimeout(mailer.send(message, key), timeoutMs);
		} catch (error) {
			if (error instanceof InvalidMessage) return { state: "refused", reason: error.message, badRecipient: false };
			if (error instanceof TimeoutError) return { state: "delayed", reason: error.message };
			throw error;
		}
	}

	async function keep({ to: { email: to }, content, unsubscribe }: Composed, { id, userId }: EventRow): Promise<void> {
		if (userId === null) return;
		const text = renderText(content, unsubscribe);
		await sentEmails.keep({ userId, id }, { to, subject: content.subject, text });
	}

	async function send(email: Composed, row: EventRow): Promise<Outcome> {
		const handover = await handOver(email, row.id);
		switch (handover.state) {
			case "accepted":
				if (email.invoiceIds) await db.commit(repo.markDelivered(email.invoiceIds, clock()), clock());
				await keep(email, row);
				return { state: "done", providerId: handover.id };
			case "delayed":
				return { state: "failed", reason: handover.reason, after: handover.retryAfter };
			case "refused":
				if (handover.badRecipient) await undeliverable.report({ email: email.to.email, reason: "bounced" });
				return { state: "refused", reason: handover.reason };
		}
	}

	/** Queues the copies of an email for the other billing addresses of the account, each once. */
	async function queueCopies({ account }: Addressee, kind: EmailKind, { id: eventId }: EventRow): Promise<void> {
		if (!account || !isCopied(kind)) return;
		const addresses = await repo.billingEmails(account.id);
		if (addresses.length === 0) return;
		const { id: userId } = account;
		const items = addresses.map(({ id: billingEmailId }) => ({
			payload: { billingEmailId, eventId },
			userId,
			once: `${eventId}:${billingEmailId}`,
		}));
		await db.commit(emitAll("mail.billing-copy", items), clock());
	}

	/** Sends the email of one outbox row. The row's id is the mailer's idempotency key. */
	async function deliver<K extends EmailKind>(kind: K, payload: EmailPayload<K>, row: EventRow): Promise<Outcome> {
		const prepared = await compose.prepare(kind, payload, row);
		if ("stale" in prepared) return { state: "done", note: `Not sent: ${prepared.stale}` };
		if (isFlagged(prepared.to) && !isAskedFor(kind)) {
			await queueCopies(prepared.to, kind, row);
			return { state: "done", note: "Not sent: the address takes none" };
		}
		const unsubscribe = unsubscribeOf(prepared, kind);
		if (unsubscribe === undefined) return { state: "done", note: "Not sent: the customer has turned these emails off" };
		const capped = (await checkDuplicates(prepared.to, kind, row)) ?? (await checkCap(prepared.to, kind));
		if (capped) return capped;
		await queueCopies(prepared.to, kind, row);
		return send({ ...prepared, content: readableEmail(await prepared.content()), unsubscribe }, row);
	}

	const handlers = emailKinds.map((kind) => [
		kind,
		(payload: EmailPayload<typeof kind>, row: EventRow) => deliver(kind, payload, row),
	]);

	return {
		/** The handler of each kind of email. */
		handlers: Object.fromEntries(handlers) as Pick<EventHandlers, EmailKind>,
	};
}
