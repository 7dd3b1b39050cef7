import { canBeRated } from "~/features/tickets/rating";
import { messageIdPattern } from "~/lib/email-message";
import type { EmailRepo } from "./email.repo.server";
import type { Addressee, Preparers, Sources } from "./prepare.server";
import { ticketAnswer, ticketAnswerToMember } from "./templates/ticket-answer";
import { ticketReceived } from "./templates/ticket-received";

type Ticket = NonNullable<Awaited<ReturnType<EmailRepo["ticket"]>>>;

const isMessageId = new RegExp(`^${messageIdPattern.source}$`);

/** Emails about tickets: the confirmation of a new one, and each answer. */
export function ticketEmails({ repo, accounts, replyTo, ratingToken, toAccount, shop }: Sources) {
	/** Where emails about the ticket go. Null if its account is gone. */
	async function addresseeOf({ userId, email }: Ticket): Promise<Addressee | null> {
		const account = userId === null ? null : await accounts.find(userId);
		if (account?.status === "closed") return null;
		const to = email ?? account?.email;
		if (!to) return null;
		// Another address than the account's is not verified, so it gets nothing of the account.
		return { email: to, account: account?.email === to && account.status !== "unverified" ? account : null };
	}

	return {
		"mail.ticket-received": async ({ ticketId }) => {
			const sent = await repo.ticket(ticketId);
			const to = sent && (await addresseeOf(sent));
			if (!sent || !to) return { stale: "the ticket is deleted" };
			const body = (await repo.firstTicketMessage(ticketId))?.body ?? "";
			return { to, replyTo: replyTo(ticketId), content: () => ticketReceived({ ...sent, body }, to.account) };
		},

		"mail.ticket-answer": async ({ messageId, memberId }) => {
			const message = await repo.ticketMessage(messageId);
			const ticket = message && (await repo.ticket(message.ticketId));
			const to = ticket && (await addresseeOf(ticket));
			if (!message || !ticket || !to) return { stale: "the ticket is deleted" };
			const { ticketId, author, body } = message;
			if (memberId !== undefined) {
				const account = await repo.accountOfMember(ticket.userId ?? "", memberId);
				if (account === undefined) return { stale: "the access has ended" };
				const answer = { account, number: ticket.number, subject: ticket.subject, author, body };
				return toAccount(memberId, (member) => () => ticketAnswerToMember(member, answer, shop));
			}
			const stored = await repo.lastTicketEmail(ticketId);
			// Earlier releases stored any characters, and one of them would stop the answer.
			const inReplyTo = stored !== undefined && isMessageId.test(stored) ? stored : undefined;
			const first = await repo.firstTicketMessage(ticketId);
			const openedBy = first?.memberId ? first.author : null;
			const answer = { ticketId, number: ticket.number, subject: ticket.subject, openedBy, author, body };
			const rating = canBeRated(ticket) ? { token: ratingToken(ticketId) } : null;
			return {
				...{ to, replyTo: replyTo(ticketId), inReplyTo },
				content: () => ticketAnswer(to.account, { ...answer, rating }, shop),
			};
		},
	} satisfies Partial<Preparers>;
}
